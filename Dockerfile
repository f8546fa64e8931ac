# The command in a small image: docker build -t pipeform .
#   docker run --rm -v "$PWD:/fleet" -e PIPEFORM_KEY_ID -e PIPEFORM_KEY_SECRET pipeform plan

FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY schema ./schema
COPY src ./src
RUN node scripts/build.mjs
RUN npm prune --omit=dev --ignore-scripts

# What is left is plain JavaScript and WebAssembly, so it may come from another system.
FROM node:24-alpine
RUN apk add --no-cache git \
  # A mounted repository belongs to another user than the one in here.
  && git config --system --add safe.directory /fleet \
  && ln -s /opt/pipeform/dist/bin.js /usr/local/bin/pipeform
COPY --from=build /src/package.json /opt/pipeform/
COPY --from=build /src/node_modules /opt/pipeform/node_modules
COPY --from=build /src/schema /opt/pipeform/schema
COPY --from=build /src/dist /opt/pipeform/dist
ENV NODE_ENV=production
# By number: Kubernetes can tell only then that it is not root.
USER 1000:1000
WORKDIR /fleet
ENTRYPOINT ["pipeform"]
