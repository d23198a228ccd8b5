import type { FieldTexts } from './field-texts.ts'

/** Comments, following and notifications. */
export const discussionTexts: Record<string, FieldTexts> = {
  Comment: {
    object_type: 'What kind of object the comment is on.',
    object_id: 'The object that the comment is on; after a merge still the one that it was written on.',
    parent_id: 'The comment that starts the thread, for a reply; null for one that starts a thread itself.',
    body: 'The text, as Markdown; `@user_…` mentions a member. Empty where the comment was deleted.',
    mentions: 'The members that the text mentions, without those who left.',
    'mentions.user_id': 'The member, by the id in the text.',
    'mentions.name': 'The name of the member.',
    author: 'Who wrote it; null for a member who left.',
    'author.user_id': 'The author.',
    'author.name': 'The name of the author.',
    reactions: 'The emoji that members reacted with, the first one first.',
    'reactions.reaction': 'The emoji.',
    'reactions.user_ids': 'Who reacted with it.',
    resolved_at: 'When the thread was resolved; null while it is open, and for replies.',
    resolved_by: 'Who resolved the thread; null while it is open.',
    'resolved_by.user_id': 'The member who resolved it.',
    'resolved_by.name': 'The name of the member who resolved it.',
    edited_at: 'When the text was last changed; null if it never was.',
    deleted: 'Whether it was deleted; it stays without its text as long as it has replies.',
    url: 'Its page in the web app, as a path.',
  },
  Comments: {
    comment_count: 'The number of comments on the object, with replies.',
    open_thread_count: 'The number of threads that are not resolved.',
  },
  createComment: {
    body: 'The text, as Markdown; `@` with the user id of a member mentions them.',
    parent_id: 'The comment to reply to; a reply to a reply joins its thread.',
  },
  updateComment: { body: 'The text, as Markdown; members who are mentioned anew are notified.' },
  Follow: {
    object_type: 'What kind of object it is.',
    object_id: 'What is followed or not.',
    following: 'Whether you are notified of comments on it.',
  },
  FollowedObject: {
    object_type: 'What kind of object it is.',
    object_id: 'What is followed.',
    title: 'The name of the object, or how its text begins.',
    followed_at: 'Since when you follow it.',
  },
  Notification: {
    kind: 'What it is about.',
    object_type: 'What kind of object it is about.',
    object_id: 'The object that it is about.',
    title: 'The name of the object, or how its text begins; null if the object is gone.',
    comment_id: 'The first of the comments that it is about; null if it is about none.',
    actors: 'The members who caused it, the latest first; at most 10.',
    'actors.user_id': 'A member who caused it.',
    'actors.name': 'The name of the member.',
    event_count: 'How many events it is about, such as comments on one object.',
    read_at: 'When you read it; null while it is unread.',
    snoozed_until: 'Until then it is not shown; null if it is not snoozed.',
    url: 'The page of the web app that shows it, as a path.',
    updated_at: 'When the latest of its events happened.',
  },
  updateNotification: { read: 'Whether it is read.' },
  markNotificationsRead: {
    kinds: 'Only notifications of these kinds.',
    marked: 'The number of notifications that were unread before.',
  },
  NotificationCounts: {
    unread: 'The number of unread notifications.',
    by_kind: 'The same by kind.',
    ...byKind('The number of unread notifications of this kind.', 'by_kind'),
  },
  NotificationPreferences: {
    ways: 'How you are notified of each kind.',
    ...byKind('How you are notified of this kind.', 'ways'),
    quiet_from: 'From this time of the day no email is sent; null without quiet hours.',
    quiet_to: 'Until this time of the day, which may be on the next day.',
    time_zone: 'The time zone of the quiet hours, by its name in the IANA database.',
  },
}

function byKind(text: string, field: string): FieldTexts {
  const kinds = ['mention', 'reply', 'assigned', 'comment', 'proposal', 'import', 'webhook']
  return Object.fromEntries(kinds.map((kind) => [`${field}.${kind}`, text]))
}
