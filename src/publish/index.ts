import { AddressError } from '../api/http/proxy.ts';
import { diagnose } from '../model/diagnostic.ts';
import { publishToGithubIssue } from './github-issue.ts';
import { publishToGithubPr } from './github-pr.ts';
import { publishToGitlabMr } from './gitlab-mr.ts';
import { findInvalidParts, type Message, NOTHING_POSTED, type PublishPorts, type PublishResult } from './ports.ts';
import { publishToSlack } from './slack.ts';
import { createStamp, stampBody } from './stamp.ts';
import { publishToWebhook } from './webhook.ts';

export {
  LONGEST_MESSAGE,
  type Message,
  PUBLISH_BUDGET_MS,
  type Publication,
  type PublishPorts,
  type PublishResult,
} from './ports.ts';

/** `number`: the pull or merge request, or null to take it from the CI job. */
export type Target =
  | { readonly kind: 'github-pr' | 'gitlab-mr'; readonly number: number | null }
  | { readonly kind: 'github-issue'; readonly label: string }
  | { readonly kind: 'slack' | 'webhook' };

/** The variables of the credentials of each target. */
export const TARGET_CREDENTIALS: Readonly<Record<Target['kind'], readonly string[]>> = {
  'github-pr': ['GITHUB_TOKEN', 'GH_TOKEN'],
  'github-issue': ['GITHUB_TOKEN', 'GH_TOKEN'],
  'gitlab-mr': ['GITLAB_TOKEN'],
  slack: ['SLACK_WEBHOOK_URL'],
  webhook: ['PIPEFORM_WEBHOOK_URL', 'PIPEFORM_WEBHOOK_SECRET'],
};

/**
 * Publishes to one target with the variables of the CI job. Never throws for a failed request; reports all missing
 * variables.
 */
export async function publishTo(target: Target, message: Message, ports: PublishPorts): Promise<PublishResult> {
  const flaws = findInvalidParts(message);
  if (flaws.length > 0) return { ok: false, diagnostics: flaws };
  const isMessage = target.kind === 'slack' || target.kind === 'webhook';
  if (isMessage && message.onlyChanges && message.status === 'clean') return { ok: true, publication: NOTHING_POSTED };
  const stamp = createStamp(message, ports.environment);
  const stamped = { ...message, body: stampBody(message.body, stamp, ports.environment), stamp };
  try {
    switch (target.kind) {
      case 'github-pr':
        return await publishToGithubPr(target.number, stamped, ports);
      case 'gitlab-mr':
        return await publishToGitlabMr(target.number, stamped, ports);
      case 'github-issue':
        return await publishToGithubIssue(target.label, stamped, ports);
      case 'slack':
        return await publishToSlack(message, ports);
      case 'webhook':
        return await publishToWebhook(message, ports);
    }
  } catch (error) {
    if (error instanceof AddressError) return { ok: false, diagnostics: [diagnose('error', error.words)] };
    throw error;
  }
}
