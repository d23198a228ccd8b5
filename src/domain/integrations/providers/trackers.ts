import { valueAt, code, isObject, type Json, line, withoutUndefined } from '#domain/integrations/mapping/sanitize.ts'
import { rejected, ignored, type ReadResult, accepted } from '#domain/integrations/mapping/records.ts'

/*
 * Linear and Jira: updates of issues that Projects are linked to. They create no records here, and nothing is sent
 * back to the tracker.
 */

const httpsUrl = (value: unknown) => {
  const text = code(value, 2000)
  return text !== undefined && /^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/.test(text) ? text : undefined
}
const deletedState = 'deleted'

export function readLinear(payload: Json): ReadResult {
  const kind = code(payload.type, 64)
  const type = kind === undefined ? null : `${kind}.${code(payload.action, 64) ?? 'update'}`
  const data = payload.data
  if ((kind !== 'Issue' && kind !== 'Project') || !isObject(data)) return ignored(type, 'event_not_used')
  const external_id = code(data.id)
  if (external_id === undefined) return rejected(type, `the ${kind.toLowerCase()} has no id`)
  const state = line(valueAt(data, 'state', 'name') ?? valueAt(data, 'status', 'name') ?? data.state, 100)
  return accepted(type, {
    type: 'project_link',
    fields: {
      provider: 'linear',
      external_id,
      ...withoutUndefined({
        external_key: code(data.identifier),
        state: payload.action === 'remove' ? deletedState : state,
        title: line(data.title ?? data.name, 200),
        url: httpsUrl(data.url ?? payload.url),
      }),
    },
  })
}

export function readJira(payload: Json): ReadResult {
  const type = code(payload.webhookEvent, 100) ?? null
  const issue = payload.issue
  if (type === null || !type.startsWith('jira:issue_') || !isObject(issue)) return ignored(type, 'event_not_used')
  const [external_id, external_key] = [code(issue.id), code(issue.key)]
  if (external_id === undefined && external_key === undefined) return rejected(type, 'the issue has neither id nor key')
  const state = type === 'jira:issue_deleted' ? deletedState : line(valueAt(issue, 'fields', 'status', 'name'), 100)
  return accepted(type, {
    type: 'project_link',
    fields: {
      provider: 'jira',
      ...withoutUndefined({ external_id, external_key, state, title: line(valueAt(issue, 'fields', 'summary'), 200) }),
    },
  })
}
