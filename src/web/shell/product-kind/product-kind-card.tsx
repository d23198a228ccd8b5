import { X } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { useMay } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { KindThemeForm } from './kind-theme-form.tsx'

type ProductKind = OutputOf<'getProductKind'>

/** What kind of product the feedback is about, and the themes that people with such a product use. */
export function ProductKindCard({ className }: { className?: string }) {
  const { organization, user } = useSession()
  const may = useMay()
  const key = `earshot.product-kind.${organization?.id}.${user?.id}`
  const [hidden, setHidden] = useState(() => localStorage.getItem(key) === 'hidden')
  const { data } = useApiQuery('getProductKind', {}, { enabled: !hidden && may('createTheme') })
  if (hidden || !data || !isUseful(data, may('updateProductKind'))) return null
  const hide = () => {
    localStorage.setItem(key, 'hidden')
    setHidden(true)
  }
  return (
    <div className={className}>
      <Card
        title={
          data.kind
            ? t('Your product: {name}', { name: data.kind.name })
            : t('What kind of product is your feedback about?')
        }
        note={noteOf(data)}
        actions={
          <>
            {may('updateProductKind') && <KindSelect data={data} />}
            <IconButton label={t('Hide')} icon={X} isLarge onClick={hide} />
          </>
        }
      >
        {data.kind && <KindThemeForm key={data.kind.key} data={data} />}
      </Card>
    </div>
  )
}

/** Without a kind there is something to do only for those who may choose one. */
const isUseful = ({ kind, item_count, themes }: ProductKind, mayChoose: boolean) =>
  kind ? themes.some(({ theme_id }) => theme_id === null) : mayChoose && item_count > 0

function noteOf({ kind, chosen, item_count }: ProductKind): string {
  if (!kind) return t('Your items do not say it clearly. Choose one to get themes to begin with.')
  if (chosen) return t('Chosen by an admin')
  return t('{count, one {From # item} other {From # items}}', { count: item_count })
}

function KindSelect({ data: { kind, chosen, kinds } }: { data: ProductKind }) {
  const update = useApiMutation('updateProductKind')
  const options = [
    ...(kind ? [] : [{ value: '', label: t('Choose a kind') }]),
    ...(chosen ? [{ value: '', label: t('Find it from the items') }] : []),
    ...kinds.map(({ key, name }) => ({ value: key as string, label: name })),
  ]
  return (
    <div className="w-64 max-w-full">
      <SelectField
        label={t('Change the kind of product')}
        hideLabel
        value={kind?.key ?? ''}
        disabled={update.isPending}
        options={options}
        onChange={({ target: { value } }) =>
          update.mutate({ chosen: kinds.find(({ key }) => key === value)?.key ?? null })
        }
      />
    </div>
  )
}
