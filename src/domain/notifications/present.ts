import type { NoticedKind } from '#vocabulary/discussions.ts'
import type { NotificationRow } from './queries.ts'

/** The pages of the web app. */
const pages: Readonly<Record<NoticedKind, (id: string) => string>> = {
  insight: (id) => `/insights/${id}`,
  feedback: (id) => `/inbox?state=all&id=${id}`,
  theme: (id) => `/themes/${id}`,
  opportunity: (id) => `/opportunities/${id}`,
  initiative: (id) => `/initiatives/${id}`,
  project: (id) => `/projects/${id}`,
  account: (id) => `/accounts/${id}`,
  csv_upload: (id) => `/data/uploads/${id}`,
  change_set: () => '/data/changes',
  webhook: () => '/settings/webhooks',
}

type Located = Pick<NotificationRow, 'object_type' | 'object_id' | 'comment_id'>

/** The path of its page. */
export const urlOf = ({ object_type, object_id, comment_id }: Located) =>
  comment_id === null ? pages[object_type](object_id) : `/comments/${comment_id}`

export const presentNotification = (row: NotificationRow) => ({ ...row, url: urlOf(row) })
