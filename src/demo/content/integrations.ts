import type { DemoItem } from './kinds.ts'

export const integrations: readonly DemoItem[] = [
  {
    source: 'slack',
    contact: 6,
    daysAgo: 7,
    content:
      'new chat connector is night and day. threads land on the right page, no more duplicates. the people who rebuilt this deserve cake',
    insights: [
      {
        name: 'Rebuilt chat connector no longer duplicates threads',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['integrations'],
        tags: ['chat'],
        confidence: 0.95,
        quote: 'threads land on the right page, no more duplicates',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 5,
    daysAgo: 18,
    title: 'Rate limit on the API',
    content:
      'Our nightly job reads about 6,000 pages and hits the limit after 20 minutes. A bulk endpoint would help us more than a higher limit. We only need what changed since yesterday.',
    insights: [
      {
        name: 'Wants to read only what changed through the API',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['integrations'],
        tags: ['api', 'bulk'],
        confidence: 0.95,
        quote: 'A bulk endpoint would help us more than a higher limit.',
      },
    ],
  },
  {
    source: 'survey',
    contact: 3,
    daysAgo: 29,
    content: 'The API documentation is honest about what does not work. I wish more vendors dared to do that.',
    insights: [
      {
        name: 'API documentation is honest about its limits',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['integrations'],
        tags: ['api', 'documentation'],
        confidence: 0.9,
        quote: 'The API documentation is honest about what does not work.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 7,
    daysAgo: 34,
    content:
      'Calendar events show up an hour early since the last update. Only for events that a colleague in another country created.',
    insights: [
      {
        name: 'Calendar events from abroad appear an hour early',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['integrations'],
        tags: ['calendar', 'time zones'],
        confidence: 0.96,
        quote: 'Calendar events show up an hour early since the last update.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 6,
    daysAgo: 40,
    content:
      'the chat connector posted the same page update nine times this morning. people are muting the channel, which defeats the point',
    insights: [
      {
        name: 'Chat connector posts the same update nine times',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['integrations'],
        tags: ['chat', 'duplicates'],
        confidence: 0.95,
        quote: 'the chat connector posted the same page update nine times this morning',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 2,
    daysAgo: 44,
    title: 'Webhook stops after an error',
    content:
      'If our endpoint answers with an error once, the webhook is switched off without a message. We noticed after four days. Please retry a few times, and please write to the admin.',
    insights: [
      {
        name: 'Webhook switches itself off without telling anyone',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['integrations'],
        tags: ['webhooks'],
        confidence: 0.94,
        quote: 'the webhook is switched off without a message',
      },
      {
        name: 'Wants webhook retries and a message to admins',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['integrations'],
        tags: ['webhooks', 'admin'],
        confidence: 0.9,
        quote: 'Please retry a few times, and please write to the admin.',
      },
    ],
  },
  {
    source: 'interview',
    contact: 4,
    daysAgo: 49,
    title: 'Customer call, Taller Azul',
    content:
      'Inés: We invoice from another program. I copy hours from the notes by hand every Friday, one line at a time. If the table could send itself there, Friday would end at two.',
    insights: [
      {
        name: 'Copies hours by hand into the invoicing program',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['integrations'],
        tags: ['invoicing', 'manual work'],
        confidence: 0.92,
        quote: 'I copy hours from the notes by hand every Friday, one line at a time.',
      },
    ],
  },
  {
    source: 'survey',
    contact: 5,
    daysAgo: 53,
    content:
      'Connecting the issue tracker took me four attempts. It asks for a "base address" and does not say which one of the three it means.',
    insights: [
      {
        name: 'Setting up the issue tracker takes four attempts',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['integrations'],
        tags: ['issue tracker', 'setup'],
        confidence: 0.94,
        quote: 'It asks for a "base address" and does not say which one of the three it means.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 6,
    daysAgo: 59,
    content:
      'Chat connector again: it creates a page for every thread, even for "thanks!" and a thumbs up. We had 300 new pages after one week.',
    insights: [
      {
        name: 'Chat connector floods the workspace with tiny pages',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['integrations'],
        tags: ['chat', 'duplicates'],
        confidence: 0.93,
        quote: 'it creates a page for every thread, even for "thanks!" and a thumbs up',
      },
    ],
  },
  {
    source: 'slack',
    contact: 3,
    daysAgo: 115,
    content: 'does the API support searching by custom property? docs say "coming". would save us an export per day',
    insights: [
      {
        name: 'Wants to search by custom property through the API',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['integrations', 'search'],
        tags: ['api', 'properties'],
        confidence: 0.88,
        quote: 'does the API support searching by custom property?',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 9,
    daysAgo: 147,
    title: 'Learning platform',
    content:
      'Is there a connection to the learning platform of our state? The class lists live there and I type 140 names at the start of each school year.',
    insights: [
      {
        name: 'Wants class lists from the learning platform',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['integrations'],
        tags: ['classroom', 'manual work'],
        confidence: 0.92,
        quote: 'I type 140 names at the start of each school year',
      },
    ],
  },
]
