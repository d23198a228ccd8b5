import { useEffect } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate, useRouteParams } from '#web/routes/navigation.ts'
import { type Path, paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { Loading } from '#web/ui/states.tsx'
import type { DiscussedKind } from '#vocabulary/discussions.ts'

/** The page of an object, at one of its comments. */
const pageOf: Readonly<Record<DiscussedKind, (id: string, comment: string) => Path>> = {
  insight: (id, comment) => paths.insight(id, { comment }),
  feedback: (id, comment) => paths.inbox({ state: 'all', id, comment }),
  theme: (id, comment) => paths.theme(id, { comment }),
  opportunity: (id, comment) => paths.opportunity(id, { comment }),
  initiative: (id, comment) => paths.initiative(id, { comment }),
  project: (id, comment) => paths.project(id, { comment }),
  account: (id, comment) => paths.account(id, { comment }),
}

/** Leads from the link of a comment to the page that it is on. */
export function CommentLinkPage() {
  const { id } = useRouteParams<'comment'>()
  const query = useApiQuery('getComment', { commentId: id })
  const navigate = useNavigate()
  const { data } = query
  useEffect(() => {
    if (data) void navigate(pageOf[data.object_type](data.object_id, data.id), { replace: true })
  }, [data, navigate])
  return (
    <Page title={t('Comment')}>
      <QueryState query={query} what={t('comment')}>
        {() => <Loading />}
      </QueryState>
    </Page>
  )
}
