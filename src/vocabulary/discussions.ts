/** The kinds of objects that people comment on and follow. */
export const discussedKinds = [
  'insight',
  'feedback',
  'theme',
  'opportunity',
  'initiative',
  'project',
  'account',
] as const
export type DiscussedKind = (typeof discussedKinds)[number]

export const reactions = ['thumbs_up', 'thumbs_down', 'heart', 'celebrate', 'laugh', 'eyes'] as const
export type Reaction = (typeof reactions)[number]

/** How the text of a comment names a member. */
export const mentionPattern = /@(user_[0-9a-f]{32})/g

/** What a notification is about; of several reasons, the first one counts. */
export const notificationKinds = ['mention', 'reply', 'assigned', 'comment', 'proposal', 'import', 'webhook'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Other objects that notifications are about. */
export const noticedKinds = [...discussedKinds, 'csv_upload', 'change_set', 'webhook'] as const
export type NoticedKind = (typeof noticedKinds)[number]

/** In the web app alone, also by mail, or not at all. */
export const notificationWays = ['app', 'mail', 'off'] as const
export type NotificationWay = (typeof notificationWays)[number]

export const defaultWays: Readonly<Record<NotificationKind, NotificationWay>> = {
  mention: 'mail',
  reply: 'mail',
  assigned: 'mail',
  comment: 'mail',
  proposal: 'app',
  import: 'app',
  webhook: 'app',
}
