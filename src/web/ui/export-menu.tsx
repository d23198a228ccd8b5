import { Download } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'
import { toast } from './toast.tsx'

export type Exported = Record<string, string | number | boolean | null | undefined>

/** A cell that a spreadsheet would run as a formula is kept as text by an apostrophe. */
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (value: Exported[string]) => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? guarded(value) : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
export function csvOf(rows: readonly Exported[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\r\n')
}

export function save(name: string, type: string, content: string | Blob) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** The whole filtered list, not only what was scrolled to. */
export function ExportMenu({ name, load }: { name: string; load: () => Promise<Exported[]> }) {
  const run = (kind: 'csv' | 'json') => () =>
    void load().then(
      (rows) => {
        if (kind === 'csv') save(`${name}.csv`, 'text/csv', csvOf(rows))
        else save(`${name}.json`, 'application/json', JSON.stringify(rows, null, 2))
        toast({ title: t('{count, one {# row} other {# rows}} exported', { count: rows.length }) })
      },
      (error) => toast({ tone: 'bad', title: sentenceOf(error) }),
    )
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<Download className="size-3.5" />}>
          <span className="max-sm:sr-only">{t('Export')}</span>
        </Button>
      }
      items={[
        { label: 'CSV', run: run('csv') },
        { label: 'JSON', run: run('json') },
      ]}
    />
  )
}
