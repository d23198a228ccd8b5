import { ignored, type ReadResult } from '#domain/integrations/mapping/records.ts'
import { asArray, cleanText, type JsonObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'

/** Issues and discussions of a repository share their numbers. */
export const externalId = (repository: string, item: JsonObject) => `${repository}#${String(item.number)}`

export function readItem(repository: string, item: JsonObject, source: string): ReadResult {
  if (item.pull_request !== undefined) return ignored('issue', 'pull_request')
  const title = cleanText(item.title)
  const body = cleanText(item.body)
  return recordFrom(
    'feedback',
    {
      external_id: item.number === undefined ? undefined : externalId(repository, item),
      title,
      content: [title, body].filter((text) => text !== undefined).join('\n\n'),
      url: item.html_url ?? item.url,
      occurred_at: item.created_at ?? item.createdAt,
      tags: [...asArray(item.labels), ...asArray(nestedValue(item.labels, 'nodes'))].map((label) =>
        String(nestedValue(label, 'name')).replace(/\s+/g, '-'),
      ),
      'contact.external_id': nestedValue(item, 'user', 'login') ?? nestedValue(item, 'author', 'login'),
      'contact.name': nestedValue(item, 'user', 'login') ?? nestedValue(item, 'author', 'login'),
      'metadata.repository': repository,
      'metadata.state': item.state,
    },
    source,
  )
}
