import { Download } from 'lucide-react'
import { escapeFormula } from '#contract/core/escape-formula.ts'
import { t } from '#web/i18n/t.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/toasts.ts'

export type ExportRow = Record<string, string | number | boolean | null | undefined>

const cell = (value: ExportRow[string]) => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? escapeFormula(value) : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
export function toCsv(rows: readonly ExportRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\r\n')
}

export function downloadFile(name: string, type: string, content: string | Blob) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** Exports the whole filtered list, not only the loaded pages. */
export function ExportMenu({ name, load }: { name: string; load: () => Promise<ExportRow[]> }) {
  const exportAs = async (kind: 'csv' | 'json') => {
    const rows = await load()
    await call('recordExport', { list: name, format: kind, row_count: rows.length })
    if (kind === 'csv') downloadFile(`${name}.csv`, 'text/csv', toCsv(rows))
    else downloadFile(`${name}.json`, 'application/json', JSON.stringify(rows, null, 2))
    toast({ title: t('{count, one {# row} other {# rows}} exported', { count: rows.length }) })
  }
  const run = (kind: 'csv' | 'json') => () =>
    void exportAs(kind).catch((error: unknown) => toast({ tone: 'bad', title: errorMessage(error) }))
  return (
    <ExportFormats
      formats={[
        { label: 'CSV', run: run('csv') },
        { label: 'JSON', run: run('json') },
      ]}
    />
  )
}

export const ExportFormats = ({ formats }: { formats: { label: string; run: () => void }[] }) => (
  <Menu
    trigger={
      <Button size="sm" icon={Download}>
        <span className="max-sm:sr-only">{t('Export')}</span>
      </Button>
    }
    items={formats}
  />
)
