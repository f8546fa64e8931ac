#!/bin/sh
# Reads every pipe, 32 at once, and prints the names of those that are not as wanted.
# usage: curl-loop.sh API WANTED.json, with KEY=id:secret
export API="$1"

jq -r '.pipes[] | .path, tojson' "$2" | tr '\n' '\0' |
  xargs -0 -n 2 -P 32 sh -c '
    curl --silent --show-error --fail --user "$KEY" "$API$1" |
      jq -r --argjson wanted "$2" "
        def managed(\$keys): with_entries(select(.key | in(\$keys)));
        select((.result.settings | managed(\$wanted.settings)) != \$wanted.settings
            or (.result.scaling | managed(\$wanted.scaling)) != \$wanted.scaling)
        | .result.name"
  ' sh
