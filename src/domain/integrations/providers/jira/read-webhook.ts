import {
  nestedValue,
  code,
  isObject,
  type JsonObject,
  line,
  withoutUndefined,
} from '#domain/integrations/mapping/sanitize.ts'
import { rejected, ignored, type ReadResult, accepted } from '#domain/integrations/mapping/records.ts'

/* Jira: updates of issues that Projects are linked to. Nothing is sent to Jira. */

export function readJira(payload: JsonObject): ReadResult {
  const type = code(payload.webhookEvent, 100) ?? null
  const issue = payload.issue
  if (type === null || !type.startsWith('jira:issue_') || !isObject(issue)) return ignored(type, 'event_not_used')
  const [external_id, external_key] = [code(issue.id), code(issue.key)]
  if (external_id === undefined && external_key === undefined) return rejected(type, 'the issue has neither id nor key')
  const state = type === 'jira:issue_deleted' ? 'deleted' : line(nestedValue(issue, 'fields', 'status', 'name'), 100)
  return accepted(type, {
    type: 'project_link',
    fields: {
      provider: 'jira',
      ...withoutUndefined({
        external_id,
        external_key,
        state,
        title: line(nestedValue(issue, 'fields', 'summary'), 200),
      }),
    },
  })
}
