import { type FormEvent, useState } from 'react'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/forms/field.tsx'
import { toast } from '#web/toasts.ts'

/** Without empty and repeated ones. */
function partsOf(text: string): string[] {
  const parts = text.split(/[\n,;]/).map((part) => part.trim())
  const keys = parts.map((part) => part.toLowerCase())
  return parts.filter((part, n) => part !== '' && keys.indexOf(keys[n]!) === n)
}

/** Creates a theme for each part that has none; what could not be created stays in the text. */
function useParts(known: readonly string[]) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const parts = partsOf(text)
  const create = async () => {
    setBusy(true)
    setError(undefined)
    const left = [...parts]
    try {
      for (const name of parts) {
        if (!known.some((one) => one.toLowerCase() === name.toLowerCase())) await call('createTheme', { name })
        left.shift()
      }
      toast({ title: t('Themes created: {count}', { count: parts.length }), tone: 'good' })
    } catch (failure) {
      setError(`${left[0]}: ${errorMessage(failure)}`)
    }
    setText(left.join('\n'))
    setBusy(false)
    await invalidateAll()
  }
  return { text, setText, busy, error, create, isEmpty: parts.length === 0 }
}

/** Asks for the parts of the product: each becomes a theme, which feedback about it is assigned to. */
export function ProductParts() {
  const themes = useApiQuery('listThemes', { limit: 20 })
  const names = themes.data?.data.map(({ name }) => name) ?? []
  const { text, setText, busy, error, create, isEmpty } = useParts(names)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void create()
  }
  return (
    <Card title={t('What are the parts of your product?')}>
      <form className="grid gap-3" onSubmit={submit}>
        <TextArea
          label={t('Parts, one per line')}
          hint={t(
            'Each becomes a theme, and feedback about it goes there. You can skip this: themes are found anyway.',
          )}
          placeholder={t('Checkout, Invoices, Mobile app').replaceAll(', ', '\n')}
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={error}
        />
        {names.length > 0 && (
          <p className="text-sm text-muted">{t('Themes so far: {names}', { names: names.join(', ') })}</p>
        )}
        <div>
          <Button type="submit" busy={busy} disabled={isEmpty}>
            {t('Create themes')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
