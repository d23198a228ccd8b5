import { call, type OutputOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { language } from '#web/i18n/t.ts'
import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'
import { downloadFile } from '#web/ui/lists/export-menu.tsx'

/** The operation that writes the one-pager of each kind, and its parameter. */
const operations = {
  theme: ['getThemeOnePager', 'themeId'],
  subtheme: ['getSubthemeOnePager', 'subthemeId'],
  opportunity: ['getOpportunityOnePager', 'opportunityId'],
  initiative: ['getInitiativeOnePager', 'initiativeId'],
  project: ['getProjectOnePager', 'projectId'],
  evidence_story: ['getEvidenceStoryOnePager', 'projectId'],
} as const

export type OnePagerTarget = { kind: keyof typeof operations; id: string }
type Format = 'markdown' | 'csv'
type OnePager = OutputOf<'getThemeOnePager'>

const read = async ({ kind, id }: OnePagerTarget, format: Format, names: boolean): Promise<OnePager> => {
  const [operation, parameter] = operations[kind]
  const input = { [parameter]: id, format, names, language: language() === 'de' ? 'de' : 'en' }
  return (await call(operation, input as never)) as OnePager
}

const readMarkdown = async (about: OnePagerTarget, names: boolean) => {
  const document = await read(about, 'markdown', names)
  return 'markdown' in document ? document : { markdown: '', file_name: '' }
}

/** Shows why it failed. */
const orToast = (work: Promise<unknown>) =>
  void work.catch((error: unknown) => toast({ tone: 'bad', title: errorMessage(error) }))

/** Browsers let a page copy what arrives later only as a promise within the click. */
const copyLater = (text: Promise<string>) =>
  typeof ClipboardItem === 'undefined'
    ? text.then((value) => navigator.clipboard.writeText(value))
    : navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((value) => new Blob([value], { type: 'text/plain' })) }),
      ])

export const copyOnePager = (about: OnePagerTarget, names: boolean) =>
  orToast(
    copyLater(readMarkdown(about, names).then(({ markdown }) => markdown)).then(() =>
      toast({ title: t('Copied as Markdown') }),
    ),
  )

export const downloadOnePager = (about: OnePagerTarget, names: boolean) =>
  orToast(
    readMarkdown(about, names).then(({ markdown, file_name }) => downloadFile(file_name, 'text/markdown', markdown)),
  )

async function downloadTable(about: OnePagerTarget, names: boolean) {
  const table = await read(about, 'csv', names)
  if (!('csv' in table)) return
  await call('recordExport', { list: `${about.kind}-evidence`, format: 'csv', row_count: table.row_count })
  downloadFile(table.file_name, 'text/csv', table.csv)
  toast({ title: t('{count, one {# row} other {# rows}} exported', { count: table.row_count }) })
}
export const downloadEvidence = (about: OnePagerTarget, names: boolean) => orToast(downloadTable(about, names))

/** Its text, with the renderer that shows it. */
export const loadOnePager = async (about: OnePagerTarget, names: boolean) => {
  const [{ markdown }, { Rendered }] = await Promise.all([
    readMarkdown(about, names),
    import('#web/ui/rendered-markdown.tsx'),
  ])
  return { markdown, Rendered }
}
export const printLater = (work: Promise<unknown>) => orToast(work)
