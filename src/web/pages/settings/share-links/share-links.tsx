import { Link2 } from 'lucide-react'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { ShareLinkEntry } from '#web/shell/sharing/share-link-row.tsx'
import { type ListedShareLink, shareLinkKindLabels } from '#web/shell/sharing/share-link-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { ShowMore } from '#web/ui/lists/show-more.tsx'

const titleOf = ({ kind, title }: ListedShareLink) => {
  const label = shareLinkKindLabels()[kind]
  return title === '' ? label : `${label}: ${title}`
}

/** All public links of the organization. */
export function ShareLinks() {
  const list = useApiList('listShareLinks', {})
  return (
    <Card title={t('Share links')} note={t('Public pages of results. Members revoke their own links, admins all.')}>
      {list.isPending && <Loading rows={3} />}
      {!list.isPending && list.items.length === 0 && (
        <EmptyState
          icon={<Link2 />}
          title={t('No share links yet')}
          note={t(
            'Make one on the page of a theme, an opportunity or an evidence story, on the board or the dashboard.',
          )}
        />
      )}
      <ul className="grid gap-4">
        {list.items.map((link) => (
          <ShareLinkEntry key={link.id} link={link} title={titleOf(link)} />
        ))}
      </ul>
      <ShowMore list={list} />
    </Card>
  )
}
