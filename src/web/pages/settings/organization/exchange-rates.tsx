import { Plus, Trash2 } from 'lucide-react'
import type { OutputOf } from '#web/api/client.ts'
import { detailMessage } from '#web/api/error-messages.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { useSourceRows } from '#web/pages/settings/privacy/use-source-rows.ts'

type Rates = OutputOf<'getExchangeRates'>
type Rate = Rates['rates'][number]

/** The currency in which the revenue of companies is added up, and what others are worth in it. */
export function ExchangeRatesCard({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useApiQuery('getExchangeRates')
  return data ? <RatesForm rates={data} isAdmin={isAdmin} /> : null
}

const emptyRate: Rate = { currency: '', rate: 1, date: new Date().toISOString().slice(0, 10) }
const code = (value: FormDataEntryValue | null) =>
  String(value ?? '')
    .trim()
    .toUpperCase()

const ratesOf = (form: FormData, keys: readonly string[]): Rates => ({
  base_currency: code(form.get('base')) || null,
  rates: keys.map((key) => ({
    currency: code(form.get(`${key}-currency`)),
    rate: Number(form.get(`${key}-rate`)),
    date: String(form.get(`${key}-date`)),
  })),
})

function RatesForm({ rates, isAdmin }: { rates: Rates; isAdmin: boolean }) {
  const save = useApiMutation('replaceExchangeRates', { successMessage: t('Saved'), silent: true })
  const { rows, add, remove } = useSourceRows(rates.rates, emptyRate)
  const keys = rows.map(({ key }) => key)
  return (
    <Card
      title={t('Currencies')}
      note={t('Revenue is added up in the base currency. Amounts in currencies without a rate are listed apart.')}
    >
      <Form className="grid gap-4" onSubmit={(_, form) => save.mutate(ratesOf(new FormData(form), keys))}>
        <div className="w-56">
          <TextField
            label={t('Base currency')}
            name="base"
            placeholder="EUR"
            pattern="[A-Za-z]{3}"
            defaultValue={rates.base_currency ?? ''}
            disabled={!isAdmin}
            error={save.error ? detailMessage(save.error) : undefined}
          />
        </div>
        {rows.map(({ key, value }) => (
          <RateRow key={key} name={key} rate={value} disabled={!isAdmin} onRemove={() => remove(key)} />
        ))}
        {isAdmin && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={save.isPending}>
              {t('Save')}
            </Button>
            <Button icon={Plus} onClick={add}>
              {t('Add a currency')}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  )
}

type RateProps = { name: string; rate: Rate; disabled: boolean; onRemove: () => void }

const RateRow = ({ name, rate, disabled, onRemove }: RateProps) => (
  <div className="flex flex-wrap items-end gap-2">
    <div className="w-28">
      <TextField
        label={t('Currency')}
        name={`${name}-currency`}
        required
        placeholder="USD"
        pattern="[A-Za-z]{3}"
        defaultValue={rate.currency}
        disabled={disabled}
      />
    </div>
    <div className="w-36">
      <TextField
        label={t('One unit is worth')}
        name={`${name}-rate`}
        required
        type="number"
        min={0}
        step="any"
        defaultValue={rate.rate}
        disabled={disabled}
      />
    </div>
    <div className="w-40">
      <TextField
        label={t('Rate of')}
        name={`${name}-date`}
        required
        type="date"
        defaultValue={rate.date}
        disabled={disabled}
      />
    </div>
    {!disabled && <IconButton label={t('Remove')} icon={Trash2} onClick={onRemove} />}
  </div>
)
