import type { DemoItem } from './kinds.ts'

export const onboarding: readonly DemoItem[] = [
  {
    source: 'survey',
    contact: 2,
    daysAgo: 50,
    content:
      'The guided start took seven minutes, and after that our interns could work. Before, we needed half a day with each of them.',
    insights: [
      {
        name: 'Guided start replaces half a day of training',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['onboarding'],
        tags: ['guided start', 'training'],
        confidence: 0.95,
        quote: 'The guided start took seven minutes, and after that our interns could work.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 10,
    daysAgo: 73,
    content:
      'I use the lesson plan template for every class. Could I share my own version with the other teachers, so that they do not start from zero?',
    insights: [
      {
        name: 'Wants to share own templates with colleagues',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['onboarding'],
        tags: ['templates', 'classroom'],
        confidence: 0.94,
        quote: 'Could I share my own version with the other teachers, so that they do not start from zero?',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 4,
    daysAgo: 95,
    title: 'Invitation mails never arrive',
    content:
      'Two of five invitations did not arrive, not even in spam. When I send them again it says "already invited". In the end I created the accounts myself and gave people the password over the phone.',
    insights: [
      {
        name: 'Invitations get lost and cannot be sent again',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['onboarding'],
        tags: ['invitations', 'email'],
        confidence: 0.95,
        quote: 'When I send them again it says "already invited".',
      },
    ],
  },
  {
    source: 'interview',
    contact: 7,
    daysAgo: 106,
    title: 'Onboarding study, Tidepool Health',
    content:
      'Zoe: On day one I saw an empty page and a cursor that blinked at me. I did not know whether to make a folder, a space or a page. The words were all explained somewhere, but I wanted to start, not to read.',
    insights: [
      {
        name: 'Empty first page leaves newcomers lost',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['onboarding'],
        tags: ['first day', 'empty page'],
        confidence: 0.95,
        quote: 'On day one I saw an empty page and a cursor that blinked at me.',
      },
      {
        name: 'Folder, space and page are confused at first',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['onboarding'],
        tags: ['vocabulary'],
        confidence: 0.91,
        quote: 'I did not know whether to make a folder, a space or a page.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 12,
    daysAgo: 113,
    title: 'Lovely templates',
    content: 'The reading journal template is so pretty that I started reading again. No complaints.',
    insights: [
      {
        name: 'Reading journal template delights',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['onboarding'],
        tags: ['templates'],
        confidence: 0.92,
        quote: 'The reading journal template is so pretty that I started reading again.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 5,
    daysAgo: 119,
    content:
      'onboarding a new engineer today: she asked where the "getting started" page is, I could not find it either. we ended up in the billing settings somehow',
    insights: [
      {
        name: 'Getting started page is hard to find',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['onboarding'],
        tags: ['first day', 'navigation'],
        confidence: 0.93,
        quote: 'she asked where the "getting started" page is, I could not find it either',
      },
    ],
  },
  {
    source: 'survey',
    contact: 8,
    daysAgo: 130,
    content:
      'The short videos are excellent. Two minutes each, no music, a real example. My older colleagues watched all of them.',
    insights: [
      {
        name: 'Two-minute videos work for hesitant colleagues',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['onboarding'],
        tags: ['videos', 'training'],
        confidence: 0.93,
        quote: 'Two minutes each, no music, a real example.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 0,
    daysAgo: 141,
    title: 'Roll-out to 300 people',
    content:
      'We are starting with 300 people next month. Is there a checklist for admins? I pieced one together from six help articles, and I am fairly sure that I forgot something.',
    insights: [
      {
        name: 'Wants one roll-out checklist for admins',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['onboarding'],
        tags: ['admin', 'roll-out', 'documentation'],
        confidence: 0.93,
        quote: 'I pieced one together from six help articles, and I am fairly sure that I forgot something.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 13,
    daysAgo: 156,
    content:
      'the tour keeps coming back every time I log in on a library computer. I have now learned how to create a page eleven times',
    insights: [
      {
        name: 'Tour starts again on every new computer',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['onboarding'],
        tags: ['tour'],
        confidence: 0.94,
        quote: 'the tour keeps coming back every time I log in on a library computer',
      },
    ],
  },
  {
    source: 'survey',
    contact: 9,
    daysAgo: 176,
    language: 'de',
    content:
      'Die Vorlagen sind gut, aber fast alle auf Englisch. Für die Unterstufe muss ich jede einzelne übersetzen.',
    insights: [
      {
        name: 'Templates are almost all in English',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['onboarding'],
        tags: ['templates', 'german'],
        confidence: 0.93,
        quote: 'Die Vorlagen sind gut, aber fast alle auf Englisch.',
      },
    ],
  },
]
