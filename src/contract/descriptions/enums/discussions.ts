import type { EnumTexts } from './enum-texts.ts'

const discussed = {
  insight: 'a point that a customer makes',
  feedback: 'what a customer wrote',
  theme: 'a subject of the feedback',
  opportunity: 'a problem worth solving',
  initiative: 'an initiative',
  project: 'a Project',
  account: 'a company whose people give feedback',
}

/** Comments, following and notifications. */
export const discussionEnums: EnumTexts = {
  DiscussedType: { text: 'A kind of object that people comment on and follow.', values: discussed },
  CommentReaction: {
    text: 'An emoji that people react with.',
    values: {
      thumbs_up: '👍',
      thumbs_down: '👎',
      heart: '❤️',
      celebrate: '🎉',
      laugh: '😄',
      eyes: '👀',
    },
  },
  NotificationKind: {
    text: 'What a notification is about; of several reasons, the first of these counts.',
    values: {
      mention: 'a comment mentions you',
      reply: 'a reply in a thread that you wrote in',
      assigned: 'you became the owner of something',
      comment: 'a comment on what you follow or own',
      proposal: 'a change set that you can accept or reject',
      import: 'an import that you started has ended',
      webhook: 'a webhook keeps failing, and will be disabled',
    },
  },
  NotifiedType: {
    text: 'A kind of object that notifications are about.',
    values: {
      ...discussed,
      csv_upload: 'an uploaded table',
      change_set: 'a change set',
      webhook: 'a webhook',
    },
  },
  NotificationWay: {
    text: 'How a member is notified of a kind.',
    values: {
      app: 'in the web app and the API',
      mail: 'the same, and by email if it stays unread for ten minutes',
      off: 'not at all',
    },
  },
  NotificationState: {
    text: 'Which notifications a list has.',
    values: {
      unread: 'those that are not read',
      all: 'all but those that are snoozed',
      snoozed: 'those that are snoozed',
    },
  },
}
