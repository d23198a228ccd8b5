import { call, type OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { type Path, paths } from '#web/routes/paths.ts'
import type { Addition, Edits, RecognizedThing } from './types.ts'

/* Stores what was recognized, each kind with the operation for it. */

/** As many as one request takes. */
const batchSize = 500
const today = () => new Date().toISOString().slice(0, 10)

/** Where it is to be seen or completed, if it needs anything more. */
export async function storeAddition(addition: Addition): Promise<Path | undefined> {
  const { part, edits } = addition
  if (part.interview) await storeInterview(part.interview, edits)
  else if (part.table) return storeTable(addition, part.table)
  else if (part.link) return connect(part.link, edits)
  else await storeItems(part.items, addition.source.file_name === undefined ? 'paste' : 'upload')
  return undefined
}

async function storeItems(items: readonly string[], source: string) {
  for (let start = 0; start < items.length; start += batchSize) {
    const batch = items.slice(start, start + batchSize)
    const common = { source, source_type: 'feedback', analyze: true, dedupe: 'content' } as const
    await call('bulkFeedback', { items: batch.map((content) => ({ content, ...common })) })
  }
}

async function contactIdOf({ contact }: Edits): Promise<string | undefined> {
  if (!contact) return undefined
  return 'id' in contact ? contact.id : (await call('upsertContact', newContact(contact.name))).id
}

/** A contact is known by something; somebody with a name alone by a number of their own. */
const newContact = (name: string) => ({
  name,
  identities: [{ provider: 'interview', external_id: crypto.randomUUID() }],
})

async function storeInterview({ text, format }: NonNullable<RecognizedThing['interview']>, edits: Edits) {
  const contact_id = await contactIdOf(edits)
  await call('createInterview', {
    title: edits.title.trim() || t('Interview'),
    interview_date: edits.date || today(),
    transcript: { format, text },
    participants: Object.entries(edits.roles).map(([speaker, role]) => ({
      speaker,
      role,
      ...(role === 'customer' && contact_id && { contact_id }),
    })),
    ...(contact_id && { contact_id }),
  })
}

type Upload = OutputOf<'createCsvUpload'>

/** The suggested fields; without an id, rows with the same content are the same row. */
function mappingOf({ type, suggested_mapping: { columns, questions } }: Upload) {
  const mapped = columns.flatMap(({ header, target }) => (target === null ? [] : [{ header, target }]))
  const dedupe = mapped.some(({ target }) => target === 'external_id') ? 'external_id' : 'content'
  return { columns: mapped, options: { dedupe } as const, ...(type === 'survey' && { questions }) }
}

/** A table whose columns are all known is imported at once; another one is mapped by hand. */
async function storeTable(
  { source }: Addition,
  table: NonNullable<RecognizedThing['table']>,
): Promise<Path | undefined> {
  const name = source.file_name ?? 'pasted.csv'
  const upload = await call('createCsvUpload', {
    file_name: table.content === null ? name : name.replace(/\.\w+$/, '.csv'),
    ...contentOf(source, table.content),
  })
  if (table.missing.length > 0) return paths.upload(upload.id)
  await call('updateCsvMapping', { uploadId: upload.id, ...mappingOf(upload) })
  await call('startCsvUpload', { uploadId: upload.id })
  return undefined
}

function contentOf({ text, content_base64 }: Addition['source'], converted: string | null) {
  if (converted !== null) return { content: converted }
  return text === undefined ? { content_base64: content_base64! } : { content: text }
}

/** The connection is tried first, so that no integration is left that cannot read anything. */
async function connect(
  { provider, name, config }: NonNullable<RecognizedThing['link']>,
  { credential }: Edits,
): Promise<Path> {
  const request = { provider, config, ...(Object.keys(credential).length > 0 && { credential }) }
  const { connected, error } = await call('testIntegrationConnection', request)
  if (!connected) throw new Error(error ? `${error.message} ${error.action}` : t('This address cannot be read.'))
  const { id } = await call('createIntegration', { ...request, name })
  return paths.integration(id)
}
