/* Feedback of a fictitious project tool, and queries with the items that a product manager would expect. */

/** Texts by subject; a text is named by its subject and position, such as `price/0`. */
export const corpus: Record<string, readonly string[]> = {
  price: [
    'Your tool costs a fortune for a team of five',
    'We cannot justify paying this much every month',
    'After the last increase we are looking for something cheaper',
    'The price per seat is out of reach for a small charity',
    'Way overpriced compared with what it does',
  ],
  phone: [
    'On my phone the buttons are so small that I hit the wrong one',
    'The app on my iPhone signs me out every morning',
    'Reading a long card on Android means scrolling sideways',
    'I wish the mobile version could do everything the desktop one can',
  ],
  sso: [
    'Please let us log in with Okta',
    'Our security team requires SAML before we may roll this out',
    'SSO through Azure would save us from managing passwords',
    'Signing in with our company account fails with an error from the identity provider',
  ],
  export: [
    'Downloading my data as CSV stops at ten thousand rows',
    'I need my tasks in Excel for the monthly report',
    'A spreadsheet with all cards would help our finance people',
    'The exported file loses all umlauts',
  ],
  speed: [
    'Boards take half a minute to open',
    'Everything lags when more than ten people edit together',
    'Performance got worse with the new version',
    'The page hangs for ages before anything shows up',
  ],
  crash: [
    'The desktop program freezes as soon as I attach a video',
    'It quit unexpectedly in the middle of my presentation',
    'Opening the calendar crashes the whole application',
    'The screen turns white and I have to restart',
  ],
  dark: [
    'A night theme would spare my eyes in the evening',
    'Please add dark mode',
    'The white background is blinding when I work late',
  ],
  invoice: [
    'The bill shows the wrong tax number',
    'I was charged twice in March',
    'Please send the receipt to our accounting address automatically',
    'Changing the card we pay with took three messages to support',
  ],
  mfa: [
    'Two-factor authentication should be mandatory for admins',
    'Allow an authenticator app as second factor instead of text messages',
    'We need MFA to pass our audit',
  ],
  notify: [
    'I get forty emails a day from you and ignore them all',
    'Nobody told me that I was mentioned in a comment',
    'Alerts arrive hours after something happened',
    'Let me mute a channel for the weekend',
  ],
  support: [
    'Three days without any reply from your help desk',
    'Maria from the service team solved my problem in ten minutes',
    'The chat bot keeps sending me in circles, I want a human being',
  ],
  find: [
    'I never find old cards, the search box only looks at titles',
    'Looking something up returns hundreds of unrelated results',
    'Filter the results by the person who wrote them',
  ],
  learn: [
    'The first hour was confusing, nobody explains where to begin',
    'A short tour for new colleagues would make the start easier',
    'The tutorial videos are excellent and got us going in a day',
  ],
  offline: [
    'On the train I have no connection and cannot even read my notes',
    'Changes I made without internet were gone afterwards',
    'It should keep working when the wifi drops',
  ],
  integrate: [
    'Connect it with Slack so that messages become cards',
    'The Jira connector copies every ticket twice',
    'We miss an interface for our own scripts, the API cannot create boards',
  ],
  permission: [
    'Guests can see budgets that they should not see',
    'I want to decide who may edit and who may only read',
    'A role for contractors with limited rights is missing',
  ],
  language: [
    'Half of the German translation is still English',
    'My team in Brazil would like it in Portuguese',
    'Please localize the dates, we do not write the month first',
  ],
  undo: [
    'I deleted a whole board by accident and there is no way back',
    'A trash from which I can restore things would have saved my week',
    'Ctrl+Z does nothing after moving a card',
  ],
  access: [
    'The screen reader announces every icon as button',
    'Grey text on grey cannot be read by people with weak eyesight',
    'Using it with the keyboard alone is impossible',
  ],
  report: [
    'I would like a chart of how many cards we finish each week',
    'The burndown diagram shows wrong numbers',
    'Management wants a summary of the project status on one page',
  ],
  calendar: [
    'Deadlines do not appear in my Google Calendar',
    'Meetings are shown an hour late since the clocks changed',
    'Drag an entry to another day to reschedule it',
  ],
  upload: [
    'Attachments above twenty megabytes are refused',
    'Pictures that I add come out blurred',
    'Let me drop several files at once',
  ],
  praise: [
    'Best planning software I have ever used',
    'The new look is lovely and calm',
    'Our stand-ups are half as long thanks to you',
    'My whole family organizes the household with it',
  ],
  template: [
    'Copying the same checklist every Monday is tedious',
    'Ready-made boards for hiring would be welcome',
    'Recurring tasks please, such as every first of the month',
  ],
  comment: [
    'Replies under a card get mixed up, threads would help',
    'Formatting in comments disappears after saving',
    'React to a remark with an emoji',
  ],
  leave: [
    'We are moving to a competitor at the end of the year',
    'How do I close my account for good',
    'I stopped using it because nobody in my team joined',
  ],
  privacy: [
    'Where are our data stored, in Europe or in America',
    'I want everything about me erased as the law demands',
  ],
  import: [
    'Moving our old boards over from Trello lost all the labels',
    'Bringing in two thousand rows from another system took all night',
  ],
}

/** A query and the subjects, or single items, that are relevant. */
export const judgedQueries: readonly (readonly [q: string, relevant: readonly string[]])[] = [
  ['too expensive', ['price']],
  ['smartphone', ['phone']],
  ['single sign-on', ['sso']],
  ['spreadsheet download', ['export']],
  ['slow loading', ['speed']],
  ['app crashes', ['crash']],
  ['dark mode', ['dark']],
  ['billing problems', ['invoice']],
  ['2FA', ['mfa']],
  ['too many notifications', ['notify']],
  ['customer service response', ['support']],
  ['search results are bad', ['find']],
  ['onboarding of new users', ['learn']],
  ['works without internet', ['offline']],
  ['third-party integrations', ['integrate', 'calendar/0']],
  ['access rights and roles', ['permission']],
  ['translation into other languages', ['language']],
  ['recover deleted items', ['undo', 'offline/1']],
  ['accessibility for blind people', ['access', 'dark/2']],
  ['charts and statistics', ['report']],
  ['cancel subscription', ['leave', 'price/2']],
  ['file attachments', ['upload', 'crash/0']],
]

export const corpusItems = Object.entries(corpus).flatMap(([subject, texts]) =>
  texts.map((content, n) => ({ name: `${subject}/${n}`, content })),
)
