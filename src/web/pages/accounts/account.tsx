import type { OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { contactName } from '#web/pages/contacts/contact-columns.tsx'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { ObjectComments } from '#web/shell/comments/comments.tsx'
import { CustomFieldsCard } from '#web/shell/custom-fields/custom-fields-card.tsx'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { Avatar, Chip, SentimentBar } from '#web/ui/badges.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { CountLink } from '#web/ui/lists/card-links.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { AccountActions } from './account-actions.tsx'
import { accountName, revenueText } from './account-columns.tsx'

type Account = OutputOf<'getAccount'>

export const AccountPage = () => (
  <ObjectPage
    kind="account"
    nameOf={accountName}
    actions={(account) => <AccountActions account={account} />}
    merged={{ link: t('This company was merged. Open the merged company'), to: paths.account }}
  >
    {(account) => <AccountContent account={account} />}
  </ObjectPage>
)

function AccountContent({ account }: { account: Account }) {
  const update = useApiMutation('updateAccount')
  return (
    <DetailColumns
      side={
        <>
          <AccountFacts account={account} />
          <CustomFieldsCard type="account" object={account} />
        </>
      }
    >
      <DetailHeader
        op="updateAccount"
        label={t('Name')}
        name={account.name ?? ''}
        isOptional
        onRename={(name) => update.mutate({ accountId: account.id, name: name || null })}
        icon={<Avatar name={accountName(account)} size="size-11" />}
      >
        <p className="text-sm text-soft">{[...account.domains, ...account.mail_domains].join(', ')}</p>
      </DetailHeader>
      <AccountThemes account={account} />
      <AccountContacts id={account.id} />
      <ObjectComments type="account" id={account.id} />
    </DetailColumns>
  )
}

const AccountFacts = ({ account }: { account: Account }) => (
  <Card>
    <DescriptionList
      rows={[
        [t('Plan'), account.plan],
        [t('Status'), account.status],
        [t('Revenue'), revenueText(account)],
        [t('Employees'), account.size],
        [t('Owner'), account.owner?.name],
        [t('Contacts'), account.contact_count],
        [
          t('Feedback'),
          <CountLink key="f" to={paths.inbox({ state: 'all', account: account.id })} count={account.feedback_count} />,
        ],
        [
          t('Insights'),
          <CountLink key="i" to={paths.insights({ account: account.id })} count={account.insight_count} />,
        ],
        [t('Sentiment'), <SentimentBar key="s" breakdown={account.sentiment_breakdown} className="h-1.5 w-24" />],
        account.nps && [
          'NPS',
          [
            account.nps.score,
            t('{count, one {# response} other {# responses}}', { count: account.nps.responses }),
          ].join(' · '),
        ],
        account.tags.length > 0 && [t('Tags'), account.tags.map((tag) => <Chip key={tag}>{tag}</Chip>)],
        [t('Created'), <TimeAgo key="c" at={account.created_at} />],
      ]}
    />
  </Card>
)

const AccountThemes = ({ account }: { account: Account }) => (
  <Card title={t('Themes')} flush>
    {account.top_themes.length === 0 && <p className="px-4 py-3 text-sm text-faint">{t('No insights yet.')}</p>}
    <ul>
      {account.top_themes.map((theme) => (
        <li key={theme.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
          <span className="size-2 shrink-0 rounded-full" style={{ background: theme.color }} />
          <Link to={paths.theme(theme.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
            {theme.name}
          </Link>
          <CountLink to={paths.insights({ account: account.id, theme: theme.id })} count={theme.insight_count} />
        </li>
      ))}
    </ul>
  </Card>
)

function AccountContacts({ id }: { id: string }) {
  const list = useApiList('listContacts', { account_id: id }, { limit: 30 })
  return (
    <Card title={t('Contacts')} flush>
      <CardRows list={list} empty={t('No contacts yet.')}>
        {(contact) => (
          <li key={contact.id} className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
            <Avatar name={contactName(contact)} />
            <Link to={paths.contact(contact.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
              {contactName(contact)}
            </Link>
            <span className="hidden truncate text-xs text-faint sm:inline">{contact.email}</span>
          </li>
        )}
      </CardRows>
    </Card>
  )
}
