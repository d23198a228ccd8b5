import {
  nestedValue,
  code,
  isObject,
  type JsonObject,
  line,
  withoutUndefined,
} from '#domain/integrations/mapping/sanitize.ts'
import { rejected, ignored, type ReadResult, accepted } from '#domain/integrations/mapping/records.ts'

/* Linear: updates of issues and projects that Projects are linked to. Nothing is sent to Linear. */

const httpsUrl = (value: unknown) => {
  const text = code(value, 2000)
  return text !== undefined && /^https:\/\/[^\s/?#@\\]+([/?#]\S*)?$/.test(text) ? text : undefined
}

export function readLinear(payload: JsonObject): ReadResult {
  const kind = code(payload.type, 64)
  const type = kind === undefined ? null : `${kind}.${code(payload.action, 64) ?? 'update'}`
  const data = payload.data
  if ((kind !== 'Issue' && kind !== 'Project') || !isObject(data)) return ignored(type, 'event_not_used')
  const external_id = code(data.id)
  if (external_id === undefined) return rejected(type, `the ${kind.toLowerCase()} has no id`)
  const state = line(nestedValue(data, 'state', 'name') ?? nestedValue(data, 'status', 'name') ?? data.state, 100)
  return accepted(type, {
    type: 'project_link',
    fields: {
      provider: 'linear',
      external_id,
      ...withoutUndefined({
        external_key: code(data.identifier),
        state: payload.action === 'remove' ? 'deleted' : state,
        title: line(data.title ?? data.name, 200),
        url: httpsUrl(data.url ?? payload.url),
      }),
    },
  })
}
