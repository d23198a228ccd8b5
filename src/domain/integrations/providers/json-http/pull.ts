import { textSetting, type IntegrationConfig } from '#domain/integrations/config.ts'
import { defaultMapping, readMapped } from '#domain/integrations/mapping/field-mapping.ts'
import { valuesAt } from '#domain/integrations/mapping/json-path.ts'
import { rejected } from '#domain/integrations/mapping/records.ts'
import { isObject } from '#domain/integrations/mapping/sanitize.ts'
import type {
  Cursor,
  PullAnswer,
  PullContext,
  PullDefinition,
  PullStream,
} from '#domain/integrations/definition/provider.ts'
import { nextLink, UnreadableAnswerError, cursorNumber, cursorText } from '#domain/integrations/definition/answers.ts'

/** Every pass reads the list from its beginning, or since the last pass where the API filters by time. */
const overlapMs = 24 * 3_600_000

function addressOf(cursor: Cursor, { config, baseUrl, pageSize }: PullContext): string {
  const link = cursorText(cursor, 'link')
  if (link !== undefined) return link
  const configured = new URL(textSetting(config, 'url') ?? 'invalid:')
  const url =
    textSetting(config, 'base_url') === undefined
      ? configured
      : new URL(configured.pathname + configured.search, baseUrl)
  const set = (parameter: string | undefined, value: string | number | undefined) =>
    parameter !== undefined && value !== undefined && url.searchParams.set(parameter, String(value))
  set(textSetting(config, 'size_parameter'), pageSize)
  set(textSetting(config, 'since_parameter'), cursorText(cursor, 'since'))
  set(textSetting(config, 'page_parameter'), cursorNumber(cursor, 'position') ?? cursorText(cursor, 'cursor'))
  return url.href
}

/** The position of the next page by the rule of the integration; undefined at the end. */
function nextPosition(
  config: IntegrationConfig,
  answer: PullAnswer,
  cursor: Cursor,
  count: number,
): Cursor | undefined {
  switch (textSetting(config, 'paging')) {
    case 'page':
      return { position: (cursorNumber(cursor, 'position') ?? 1) + 1 }
    case 'offset':
      return { position: (cursorNumber(cursor, 'position') ?? 0) + count }
    case 'cursor': {
      const [next] = valuesAt(answer.json, textSetting(config, 'next_path') ?? '$.next')
      return (typeof next === 'string' && next !== '') || typeof next === 'number'
        ? { cursor: String(next) }
        : undefined
    }
    case 'link': {
      const next = nextLink(answer)
      return next === undefined ? undefined : { link: next }
    }
    default:
      return undefined
  }
}

const list: PullStream = {
  name: 'list',
  start: ({ since }) => ({ since: since.toISOString() }),
  request: (cursor, ctx) => ({ url: addressOf(cursor, ctx) }),
  page(answer, cursor, { config, now }) {
    if (answer.json === undefined) throw new UnreadableAnswerError('the answer is not JSON')
    const path = textSetting(config, 'items_path') ?? (Array.isArray(answer.json) ? '$[*]' : '$.data[*]')
    const found = valuesAt(answer.json, path)
    const items = found.length === 1 && Array.isArray(found[0]) ? found[0] : found
    const after = items.length > 0 ? nextPosition(config, answer, cursor, items.length) : undefined
    const began = cursorText(cursor, 'began') ?? now.toISOString()
    const since = cursorText(cursor, 'since')
    return {
      items,
      next: after ? { ...after, since, began } : { since: new Date(Date.parse(began) - overlapMs).toISOString() },
      more: after !== undefined,
    }
  },
  read: (item, _details, { mapping, source }) =>
    isObject(item)
      ? readMapped(item, mapping ?? defaultMapping, source, JSON.stringify(item))
      : rejected('item', 'the item is not an object'),
}

export const pull: PullDefinition = {
  baseUrl: (config) => {
    const url = textSetting(config, 'url') ?? ''
    return URL.canParse(url) ? new URL(url).origin : ''
  },
  headers: ({ credential }): Record<string, string> =>
    credential.authorization ? { authorization: credential.authorization } : {},
  limits: { default: { requests: 60, seconds: 60 } },
  pageSize: 100,
  streams: () => [list],
  notes: ['At most 500 items of an answer are read.', 'Deletions are not followed.'],
}
