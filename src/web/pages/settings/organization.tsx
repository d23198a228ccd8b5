import { useCall, useRoute } from '#web/api/hooks.ts'
import { show } from '#web/api/cache.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { TextField, Toggle } from '#web/ui/field.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { dayOf } from '#web/ui/time.tsx'
import { IngestFilters } from './ingest-filters.tsx'

export function OrganizationSettings() {
  const { isAdmin } = useSession()
  const { data: organization, error, refetch } = useRoute('getOrganization')
  const save = useCall('updateOrganization', { said: t('Saved') })
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!organization) return <Loading />
  const { features } = organization
  const toggle = (feature: keyof typeof features) => (on: boolean) => save.mutate({ features: { [feature]: on } })
  return (
    <>
      <Card title={t('Organization')}>
        <form
          className="mb-4 flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ name: String(new FormData(event.currentTarget).get('name')) })
          }}
        >
          <div className="flex-1">
            <TextField
              label={t('Name')}
              name="name"
              required
              of={['updateOrganization', 'name']}
              defaultValue={organization.name}
              disabled={!isAdmin}
            />
          </div>
          {isAdmin && (
            <Button type="submit" busy={save.isPending}>
              {t('Save')}
            </Button>
          )}
        </form>
        <Facts
          rows={[
            [
              t('Identifier'),
              <code key="i" className="font-mono text-xs">
                {organization.id}
              </code>,
            ],
            [t('Region'), organization.region.toUpperCase()],
            [t('Since'), dayOf(organization.created_at)],
          ]}
        />
      </Card>
      <Card title={t('Features')} note={isAdmin ? undefined : t('Only admins switch these.')}>
        <div className="grid gap-4">
          <Toggle
            label={t('Competitors')}
            hint={t('Collect public reviews of competitors and compare themes.')}
            checked={features.competitors}
            disabled={!isAdmin}
            onChange={toggle('competitors')}
          />
          <Toggle
            label={t('Subthemes')}
            hint={t('Let themes be split into what exactly people say.')}
            checked={features.subthemes}
            disabled={!isAdmin}
            onChange={toggle('subthemes')}
          />
          <Toggle
            label={t('Segments')}
            hint={t('Group contacts by rules and see who is behind an insight.')}
            checked={features.segments}
            disabled={!isAdmin}
            onChange={toggle('segments')}
          />
        </div>
      </Card>
      <Categories isAdmin={isAdmin} />
      <IngestFilters isAdmin={isAdmin} />
    </>
  )
}

function Categories({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useRoute('listCategories')
  const save = useCall('updateCategory', { said: t('Saved'), optimistic: ({ key, ...change }) => show([key], change) })
  return (
    <Card title={t('Categories')} note={t('The six are fixed; their names and colours are yours.')} flush>
      <ul>
        {data?.data.map((category) => (
          <li key={category.key} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            <input
              type="color"
              aria-label={t('Colour of {name}', { name: category.name })}
              className="size-6 rounded border border-line bg-transparent"
              defaultValue={category.color}
              disabled={!isAdmin}
              onBlur={(event) =>
                event.target.value !== category.color && save.mutate({ key: category.key, color: event.target.value })
              }
            />
            <input
              aria-label={t('Name of {name}', { name: category.name })}
              className="min-w-0 flex-1 rounded bg-transparent px-1 py-0.5 text-sm hover:bg-hover disabled:opacity-70"
              defaultValue={category.name}
              maxLength={60}
              disabled={!isAdmin}
              onBlur={(event) =>
                event.target.value.trim() &&
                event.target.value !== category.name &&
                save.mutate({ key: category.key, name: event.target.value })
              }
            />
            <span className="text-xs text-faint tabular-nums">
              {t('{count, one {# insight} other {# insights}}', { count: category.insight_count })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
