import { at, code, isObject, type Json, line, present } from './clean.ts'
import { misfit, passedOver, type Read, taken } from './drafts.ts'

/* Linear and Jira: news of artifacts that Projects are linked to. Nothing is ever made of them here, and nothing is sent there. */

const secure = (value: unknown) => {
  const text = code(value, 2000)
  return text !== undefined && /^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/.test(text) ? text : undefined
}
const gone = 'deleted'

export function readLinear(payload: Json): Read {
  const kind = code(payload.type, 64)
  const type = kind === undefined ? null : `${kind}.${code(payload.action, 64) ?? 'update'}`
  const data = payload.data
  if ((kind !== 'Issue' && kind !== 'Project') || !isObject(data)) return passedOver(type, 'event_not_used')
  const external_id = code(data.id)
  if (external_id === undefined) return misfit(type, `the ${kind.toLowerCase()} has no id`)
  const state = line(at(data, 'state', 'name') ?? at(data, 'status', 'name') ?? data.state, 100)
  return taken(type, {
    type: 'project_link',
    fields: {
      provider: 'linear',
      external_id,
      ...present({
        external_key: code(data.identifier),
        state: payload.action === 'remove' ? gone : state,
        title: line(data.title ?? data.name, 200),
        url: secure(data.url ?? payload.url),
      }),
    },
  })
}

export function readJira(payload: Json): Read {
  const type = code(payload.webhookEvent, 100) ?? null
  const issue = payload.issue
  if (type === null || !type.startsWith('jira:issue_') || !isObject(issue)) return passedOver(type, 'event_not_used')
  const [external_id, external_key] = [code(issue.id), code(issue.key)]
  if (external_id === undefined && external_key === undefined) return misfit(type, 'the issue has neither id nor key')
  const state = type === 'jira:issue_deleted' ? gone : line(at(issue, 'fields', 'status', 'name'), 100)
  return taken(type, {
    type: 'project_link',
    fields: {
      provider: 'jira',
      ...present({ external_id, external_key, state, title: line(at(issue, 'fields', 'summary'), 200) }),
    },
  })
}
