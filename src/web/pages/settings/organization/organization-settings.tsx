import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { TextField, Toggle } from '#web/ui/forms/field.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { Analysis } from './analysis.tsx'
import { Categories } from './categories.tsx'
import { DeleteOrganization } from './delete-organization.tsx'
import { ExchangeRatesCard } from './exchange-rates.tsx'
import { IngestFiltersCard } from './ingest-filters.tsx'

type Organization = OutputOf<'getOrganization'>
type CardProps = { organization: Organization; isAdmin: boolean }

export function OrganizationSettings() {
  const { isAdmin } = useSession()
  const query = useApiQuery('getOrganization')
  return (
    <QueryState query={query}>
      {(organization) => (
        <>
          <OrganizationCard organization={organization} isAdmin={isAdmin} />
          <FeaturesCard organization={organization} isAdmin={isAdmin} />
          <ContactMailCard organization={organization} isAdmin={isAdmin} />
          <SecondFactorCard organization={organization} isAdmin={isAdmin} />
          <ChangeSetsCard organization={organization} isAdmin={isAdmin} />
          <ShareLinksCard organization={organization} isAdmin={isAdmin} />
          <Categories isAdmin={isAdmin} />
          <ExchangeRatesCard isAdmin={isAdmin} />
          <IngestFiltersCard isAdmin={isAdmin} />
          {isAdmin && <Analysis />}
          {isAdmin && <DeleteOrganization name={organization.name} />}
        </>
      )}
    </QueryState>
  )
}

const OrganizationCard = ({ organization, isAdmin }: CardProps) => (
  <Card title={t('Organization')}>
    <NameForm organization={organization} isAdmin={isAdmin} />
    <DescriptionList
      rows={[
        [
          t('Identifier'),
          <code key="i" className="font-mono text-xs">
            {organization.id}
          </code>,
        ],
        [t('Region'), organization.region.toUpperCase()],
        [t('Created'), <TimeAgo key="c" at={organization.created_at} />],
      ]}
    />
  </Card>
)

function NameForm({ organization, isAdmin }: CardProps) {
  const save = useApiMutation('updateOrganization', { successMessage: t('Saved') })
  return (
    <Form className="mb-4 flex items-end gap-2" onSubmit={(values) => save.mutate({ name: values.name! })}>
      <div className="flex-1">
        <TextField
          label={t('Name')}
          name="name"
          required
          limitsFrom={['updateOrganization', 'name']}
          defaultValue={organization.name}
          disabled={!isAdmin}
        />
      </div>
      {isAdmin && (
        <Button type="submit" busy={save.isPending}>
          {t('Save')}
        </Button>
      )}
    </Form>
  )
}

function FeaturesCard({ organization: { features }, isAdmin }: CardProps) {
  const save = useApiMutation('updateOrganization', { successMessage: t('Saved') })
  const toggles: [feature: keyof typeof features, label: string, hint: string][] = [
    ['competitors', t('Competitors'), t('Collect public reviews of competitors and compare themes.')],
    ['subthemes', t('Subthemes'), t('Split themes into more specific subthemes.')],
    ['segments', t('Segments'), t('Group contacts by rules and see who is behind an insight.')],
  ]
  return (
    <Card title={t('Features')} note={isAdmin ? undefined : t('Only admins can change these.')}>
      <div className="grid gap-4">
        {toggles.map(([feature, label, hint]) => (
          <Toggle
            key={feature}
            label={label}
            hint={hint}
            checked={features[feature]}
            disabled={!isAdmin}
            onChange={(on) => save.mutate({ features: { [feature]: on } })}
          />
        ))}
      </div>
    </Card>
  )
}

type SettingProps = CardProps & {
  setting: 'contact_mail' | 'accept_own_change_sets' | 'require_second_factor' | 'share_links'
  title: string
  label: string
  hint: string
}

/** A setting that is on or off. */
function SettingCard({ organization, isAdmin, setting, title, ...texts }: SettingProps) {
  const save = useApiMutation('updateOrganization', { successMessage: t('Saved') })
  return (
    <Card title={title}>
      <Toggle
        {...texts}
        checked={organization[setting]}
        disabled={!isAdmin}
        onChange={(on) => save.mutate({ [setting]: on })}
      />
    </Card>
  )
}

const ContactMailCard = (props: CardProps) => (
  <SettingCard
    {...props}
    setting="contact_mail"
    title={t('Mail to contacts')}
    label={t('Members may email the contacts of a completed Project')}
    hint={t('Each contact gets at most one message per Project. It needs a mail server.')}
  />
)

const SecondFactorCard = (props: CardProps) => (
  <SettingCard
    {...props}
    setting="require_second_factor"
    title={t('Second factor')}
    label={t('Everyone who signs in with a password needs a second factor')}
    hint={t('Those without one set it up before anything else. Single sign-on has the second factor of its provider.')}
  />
)

const ChangeSetsCard = (props: CardProps) => (
  <SettingCard
    {...props}
    setting="accept_own_change_sets"
    title={t('Proposed changes')}
    label={t('Members may accept changes that they proposed')}
    hint={t('Otherwise another member has to accept what a person, or an assistant with their key, proposed.')}
  />
)

const ShareLinksCard = (props: CardProps) => (
  <SettingCard
    {...props}
    setting="share_links"
    title={t('Share links')}
    label={t('Links may be shared')}
    hint={t('Members may make public links to results. Switched off, existing links do not work either.')}
  />
)
