import { Bell, BellOff } from 'lucide-react'
import { useEffect } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { May } from '#web/api/may.tsx'
import { useApiList, useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useFilters } from '#web/routes/use-filters.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import type { DiscussedKind } from '#vocabulary/discussions.ts'
import { Composer } from './composer.tsx'
import { Thread } from './thread.tsx'
import { threadsOf } from './threads.ts'

type ObjectProps = { type: DiscussedKind; id: string }

export function CommentsSection({ type, id }: ObjectProps) {
  const list = useApiList('listComments', { object_type: type, object_id: id })
  const create = useApiMutation('createComment')
  const [{ comment: linked }] = useFilters()
  useLinkedComment(list, linked)
  useMarkRead(id)
  const count = (list.data?.pages[0] as OutputOf<'listComments'> | undefined)?.comment_count
  return (
    <section aria-label={t('Comments')}>
      <Card
        title={count ? t('Comments ({count})', { count }) : t('Comments')}
        note={t('Only members of your organization see them.')}
        actions={<FollowButton type={type} id={id} />}
      >
        <div className="grid gap-4">
          <QueryState query={list}>
            {() => (
              <ul className="grid gap-4 empty:hidden">
                {threadsOf(list.items).map((thread) => (
                  <Thread key={thread.first.id} {...thread} linked={linked} />
                ))}
              </ul>
            )}
          </QueryState>
          <ShowMore list={list} busy={list.isFetchingNextPage} />
          <May op="createComment">
            <Composer
              label={t('Write a comment')}
              submitLabel={t('Comment')}
              busy={create.isPending}
              onSubmit={(body) => create.mutateAsync({ object_type: type, object_id: id, body })}
            />
          </May>
        </div>
      </Card>
    </section>
  )
}

type CommentList = ReturnType<typeof useApiList<'listComments'>>

/** A link names a comment, which may be on a later page. */
function useLinkedComment({ items, hasNextPage, isFetchingNextPage, fetchNextPage }: CommentList, linked?: string) {
  const isLoaded = items.some(({ id }) => id === linked)
  useEffect(() => {
    if (linked && !isLoaded && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [linked, isLoaded, hasNextPage, isFetchingNextPage, fetchNextPage])
}

/** Members who see the comments of an object need no notification of them. */
function useMarkRead(objectId: string) {
  const { data } = useApiQuery('listNotifications', { state: 'unread', object_id: objectId })
  const { mutate } = useApiMutation('updateNotification', { silent: true })
  const unread = data?.data.find(({ comment_id }) => comment_id !== null)?.id
  useEffect(() => {
    if (unread !== undefined) mutate({ notificationId: unread, read: true })
  }, [unread, mutate])
}

function FollowButton({ type, id }: ObjectProps) {
  const object = { objectType: type, objectId: id }
  const { data } = useApiQuery('getFollow', object)
  const follow = useApiMutation('followObject')
  const unfollow = useApiMutation('unfollowObject')
  if (!data) return null
  const change = data.following ? unfollow : follow
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={data.following ? BellOff : Bell}
      busy={follow.isPending || unfollow.isPending}
      onClick={() => change.mutate(object)}
    >
      {data.following ? t('Unfollow') : t('Follow')}
    </Button>
  )
}
