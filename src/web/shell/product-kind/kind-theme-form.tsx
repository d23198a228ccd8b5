import { useState } from 'react'
import { invalidateAll } from '#web/api/cache.ts'
import { call, type OutputOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Checkbox, TextArea, TextField } from '#web/ui/forms/field.tsx'

type ProductKind = OutputOf<'getProductKind'>
type Suggestion = ProductKind['themes'][number]
type Draft = { name: string; definition: string; selected: boolean }
type Drafts = Readonly<Record<string, Draft>>

/** As many as fit into one look; the others can be ticked. */
const preselected = 6

const isOpen = ({ theme_id }: Suggestion) => theme_id === null

const firstDrafts = (themes: readonly Suggestion[]): Drafts =>
  Object.fromEntries(
    themes
      .filter(isOpen)
      .map(({ key, name, definition }, n) => [key, { name, definition: definition ?? '', selected: n < preselected }]),
  )

/** Themes to change, choose and create. */
export function KindThemeForm({ data: { themes, language } }: { data: ProductKind }) {
  const [drafts, setDrafts] = useState(() => firstDrafts(themes))
  const { busy, create } = useCreateThemes()
  const open = themes.filter((one) => isOpen(one) && drafts[one.key])
  const selected = open.map(({ key }) => drafts[key]!).filter((one) => one.selected && one.name.trim() !== '')
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void create(selected)
      }}
    >
      <p className="text-sm text-soft">
        {t('Themes that people with such a product use. Change them as you like; what fits is put into them.')}
      </p>
      <ul className="grid gap-2" lang={language}>
        {open.map(({ key }) => (
          <ThemeFields
            key={key}
            draft={drafts[key]!}
            onChange={(changed) => setDrafts((all) => ({ ...all, [key]: { ...all[key]!, ...changed } }))}
          />
        ))}
      </ul>
      <ExistingThemes themes={themes} />
      <div>
        <Button type="submit" variant="primary" busy={busy} disabled={selected.length === 0}>
          {t('{count, one {Create # theme} other {Create # themes}}', { count: selected.length })}
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = { draft: Draft; onChange: (changed: Partial<Draft>) => void }

const rowClass = cx(
  'grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 gap-y-1.5',
  'sm:grid-cols-[auto_13rem_minmax(0,1fr)]',
)

const ThemeFields = ({ draft: { name, definition, selected }, onChange }: FieldsProps) => (
  <li className={rowClass}>
    <span className="flex h-8 items-center">
      <Checkbox label={name} hideLabel checked={selected} onChange={(on) => onChange({ selected: on })} />
    </span>
    <TextField
      label={t('Name')}
      hideLabel
      value={name}
      limitsFrom={['createTheme', 'name']}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <div className="col-start-2 sm:col-start-3">
      <TextArea
        label={t('Definition of {name}', { name })}
        hideLabel
        rows={1}
        className="[field-sizing:content] min-h-8"
        value={definition}
        limitsFrom={['createTheme', 'definition']}
        onChange={(event) => onChange({ definition: event.target.value })}
      />
    </div>
  </li>
)

function ExistingThemes({ themes }: { themes: readonly Suggestion[] }) {
  const existing = themes.filter((one) => !isOpen(one))
  if (existing.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-2 text-xs text-faint">
      {t('You have these already:')}
      {existing.map(({ key, name, theme_id }) => (
        <Link key={key} to={paths.theme(theme_id!)} className="underline">
          {name}
        </Link>
      ))}
    </p>
  )
}

/** One after the other, so that what was created before an error stays and is shown as such. */
function useCreateThemes() {
  const [busy, setBusy] = useState(false)
  const create = async (drafts: readonly Draft[]) => {
    setBusy(true)
    let count = 0
    try {
      for (const draft of drafts) {
        await createTheme(draft)
        count++
      }
    } catch (error) {
      toast({ tone: 'bad', title: errorMessage(error) })
    } finally {
      setBusy(false)
      invalidateAll()
    }
    if (count > 0) toast({ title: t('{count, one {# theme created} other {# themes created}}', { count }) })
  }
  return { busy, create }
}

/** What was said before is put into it as well. */
async function createTheme({ name, definition }: Draft) {
  const text = definition.trim()
  const { id } = await call('createTheme', { name: name.trim(), ...(text !== '' && { definition: text }) })
  if (text !== '') await call('backfillTheme', { themeId: id })
}
