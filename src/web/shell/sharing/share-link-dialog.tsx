import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { SelectField, TextField, Toggle } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ShareLinkEntry } from './share-link-row.tsx'
import type { LinkTarget } from './share-link-texts.ts'

type Props = { target: LinkTarget; onClose: () => void }

/** Makes a public link; its address exists only in this dialog. */
export function ShareLinkDialog({ target, onClose }: Props) {
  const organization = useApiQuery('getOrganization')
  const [made, setMade] = useState<OutputOf<'createShareLink'>>()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Share link')}
      note={t('Who has the link sees this page without an account: read only, as it is then, nothing internal.')}
    >
      <div className="grid gap-5">
        {made && <MadeLink link={made} onAnother={() => setMade(undefined)} />}
        {!made && organization.data?.share_links === true && <NewLink target={target} onMade={setMade} />}
        {organization.data?.share_links === false && (
          <p className="text-sm text-soft">
            {t('Links are switched off for this organization. An admin can allow them.')}
          </p>
        )}
        <EarlierLinks target={target} />
      </div>
    </Dialog>
  )
}

const expiries = () => [
  { value: '7', label: t('in 7 days') },
  { value: '30', label: t('in 30 days') },
  { value: '90', label: t('in 90 days') },
  { value: '365', label: t('in a year') },
  { value: 'never', label: t('never') },
]

type NewLinkProps = { target: LinkTarget; onMade: (link: OutputOf<'createShareLink'>) => void }

const linkInput = ({ kind, id }: LinkTarget, { expires, password, site }: Record<string, string>) => ({
  kind,
  target_id: id ?? null,
  expires_in_days: expires === 'never' ? null : Number(expires),
  ...(password && { password }),
  ...(site && { frame_origin: site.replace(/\/+$/, '') }),
})

function NewLink({ target, onMade }: NewLinkProps) {
  const [names, setNames] = useState(false)
  const create = useApiMutation('createShareLink', { onSuccess: onMade })
  return (
    <Form className="grid gap-4" onSubmit={(fields) => create.mutate({ ...linkInput(target, fields), names })}>
      <SelectField label={t('Stops working')} name="expires" defaultValue="30" options={expiries()} />
      <TextField
        label={t('Password (optional)')}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={8}
        maxLength={200}
        hint={t('At least 8 characters. Tell it to your readers on another way than the link.')}
      />
      <Toggle
        label={t('Show names of people and companies')}
        hint={t('Otherwise they are left out, also where a quote names them.')}
        checked={names}
        onChange={setNames}
      />
      <TextField
        label={t('Show in a frame on (optional)')}
        name="site"
        placeholder="https://intranet.example.com"
        pattern="https?://[A-Za-z0-9.\-]+(:[0-9]+)?/?"
        maxLength={270}
      />
      <div className="flex justify-end">
        <Button op="createShareLink" type="submit" variant="primary" busy={create.isPending}>
          {t('Create link')}
        </Button>
      </div>
    </Form>
  )
}

const MadeLink = ({ link, onAnother }: { link: OutputOf<'createShareLink'>; onAnother: () => void }) => (
  <div className="grid gap-3">
    <CopyBlock label={t('Link')} text={link.url} />
    <p className="text-xs text-faint">{t('Copy it now; it is shown only once.')}</p>
    <div>
      <Button size="sm" onClick={onAnother}>
        {t('Create another link')}
      </Button>
    </div>
  </div>
)

/** Links to the same page, with how often they were opened. */
function EarlierLinks({ target }: { target: LinkTarget }) {
  const filter = { kind: [target.kind], ...(target.id && { target_id: target.id }) }
  const { items } = useApiList('listShareLinks', filter)
  const active = items.filter(({ status }) => status === 'active')
  if (active.length === 0) return null
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">{t('Links to this page')}</h3>
      <ul className="grid gap-2">
        {active.map((link) => (
          <ShareLinkEntry key={link.id} link={link} />
        ))}
      </ul>
    </section>
  )
}
