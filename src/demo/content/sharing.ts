import type { DemoItem } from './kinds.ts'

export const sharing: readonly DemoItem[] = [
  {
    source: 'zendesk',
    contact: 1,
    daysAgo: 3,
    title: 'Guest kept access after we removed them',
    content:
      'An outside auditor was removed from our workspace on Friday. On Monday she could still open three pages through an old link. We need to know that removal means removal.',
    insights: [
      {
        name: 'Removed guest could still open pages by an old link',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['sharing'],
        tags: ['guests', 'security'],
        confidence: 0.97,
        quote: 'On Monday she could still open three pages through an old link.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 3,
    daysAgo: 9,
    content:
      'Can groups from our directory be used for page access? We have 900 people and I am clicking names one by one, which is my job apparently.',
    insights: [
      {
        name: 'Wants directory groups for page access',
        sentiment: 'NEGATIVE',
        category: 'FEATURE_REQUESTS',
        themes: ['sharing'],
        tags: ['groups', 'directory', 'admin'],
        confidence: 0.95,
        quote: 'We have 900 people and I am clicking names one by one',
      },
    ],
  },
  {
    source: 'slack',
    contact: 7,
    daysAgo: 15,
    content:
      'just shared our whole folder with a customer because "share" on a page inside shares the parent too?? the dialog says it in grey 11px. nobody got hurt but wow',
    insights: [
      {
        name: 'Sharing a page shared its parent folder unnoticed',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['sharing'],
        tags: ['share dialog', 'security'],
        confidence: 0.93,
        quote: 'just shared our whole folder with a customer because "share" on a page inside shares the parent too??',
      },
    ],
  },
  {
    source: 'survey',
    contact: 8,
    daysAgo: 25,
    content:
      'Read-only links with an end date are perfect for exam papers. I set it to Friday noon and forget about it.',
    insights: [
      {
        name: 'Read-only links with an end date suit exam papers',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['sharing'],
        tags: ['links', 'expiry'],
        confidence: 0.94,
        quote: 'Read-only links with an end date are perfect for exam papers.',
      },
    ],
  },
  {
    source: 'interview',
    contact: 0,
    daysAgo: 33,
    title: 'Security review, Halvorsen Freight',
    content:
      'Priya: Auditors ask me who opened the tariff page last quarter. I can see who edited it, but not who read it. For us a read log is the difference between a pilot and a roll-out to everybody.',
    insights: [
      {
        name: 'Needs a log of who read a page',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['sharing'],
        tags: ['audit log', 'compliance'],
        confidence: 0.96,
        quote: 'I can see who edited it, but not who read it.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 2,
    daysAgo: 41,
    language: 'de',
    title: 'Anmeldung über unseren Verzeichnisdienst',
    content:
      'Seit der Umstellung der Anmeldung landen neue Kollegen ohne Rechte im Arbeitsbereich und sehen eine leere Seite. Ich muss jeden einzeln freischalten. Bisher kamen die Rechte mit der Gruppe.',
    insights: [
      {
        name: 'New colleagues arrive without rights after sign-in change',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['sharing', 'onboarding'],
        tags: ['single sign-on', 'groups'],
        confidence: 0.92,
        quote: 'landen neue Kollegen ohne Rechte im Arbeitsbereich und sehen eine leere Seite',
      },
    ],
  },
  {
    source: 'survey',
    contact: 6,
    daysAgo: 48,
    content:
      'I can never tell at a glance whether a page is private, team or public. The little lock looks the same in all three cases.',
    insights: [
      {
        name: 'Cannot tell private, team and public pages apart',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['sharing'],
        tags: ['visibility'],
        confidence: 0.93,
        quote: 'I can never tell at a glance whether a page is private, team or public.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 9,
    daysAgo: 56,
    content:
      'For group work I would need pages where pupils can add but not delete. Last week a pupil "tidied up" the work of a whole group ten minutes before the deadline.',
    insights: [
      {
        name: 'Wants an access level to add without deleting',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['sharing'],
        tags: ['access levels', 'classroom'],
        confidence: 0.92,
        quote: 'I would need pages where pupils can add but not delete',
      },
    ],
  },
  {
    source: 'interview',
    contact: 4,
    daysAgo: 84,
    title: 'Customer call, Taller Azul',
    content:
      'Inés: Clients comment on the page without making an account. They are architects, they have no patience for accounts. This is why we stayed with you and did not move to the other tool.',
    insights: [
      {
        name: 'Clients comment without an account, a reason to stay',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['sharing'],
        tags: ['guests', 'comments'],
        confidence: 0.94,
        quote: 'Clients comment on the page without making an account.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 3,
    daysAgo: 117,
    title: 'Owner left the company',
    content:
      'A colleague left and 212 private pages left with him. There is no way for an admin to hand over pages to another person. We ended up asking him to log in from home, which our security team did not enjoy.',
    insights: [
      {
        name: 'Admins cannot hand over pages of people who left',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['sharing'],
        tags: ['ownership', 'admin'],
        confidence: 0.96,
        quote: 'There is no way for an admin to hand over pages to another person.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 5,
    daysAgo: 158,
    content:
      'fyi permissions in the new share dialog make sense to me now. one list, who and what. the old matrix was a nightmare',
    insights: [
      {
        name: 'New share dialog is easier to understand',
        sentiment: 'POSITIVE',
        category: 'GENERAL_FEEDBACK',
        themes: ['sharing'],
        tags: ['share dialog'],
        confidence: 0.86,
        quote: 'permissions in the new share dialog make sense to me now',
      },
    ],
  },
]
