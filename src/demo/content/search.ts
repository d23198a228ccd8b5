import type { DemoItem } from './kinds.ts'

export const search: readonly DemoItem[] = [
  {
    source: 'zendesk',
    contact: 0,
    daysAgo: 2,
    title: 'Search does not look inside tables',
    content:
      'Hello team, we keep our carrier contracts as tables, one row per lane. If I search for a lane code I get nothing, although I am looking right at it. Text inside table cells never shows up in the results. Outside of tables it works fine.',
    insights: [
      {
        name: 'Search ignores text inside table cells',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['search'],
        tags: ['tables', 'results'],
        confidence: 0.95,
        quote: 'Text inside table cells never shows up in the results.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 5,
    daysAgo: 5,
    content:
      'honestly search is the one thing i\'d fix first. type "motor spec" and the first eight hits are meeting notes from 2023, the actual spec page is number nine. we just pin everything now',
    insights: [
      {
        name: 'Old meeting notes rank above the page people want',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['search'],
        tags: ['ranking'],
        confidence: 0.91,
        quote: 'the first eight hits are meeting notes from 2023, the actual spec page is number nine',
      },
      {
        name: 'Team pins pages to avoid searching',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['search'],
        tags: ['workaround'],
        confidence: 0.72,
        quote: 'we just pin everything now',
      },
    ],
  },
  {
    source: 'interview',
    contact: 8,
    daysAgo: 11,
    title: 'Research call, faculty of biology',
    content:
      'Interviewer: How do you find an older protocol?\nAmara: I search for the author, because I remember people better than titles. But there is no way to say "pages written by Daniel last spring". So I open twenty results and look at the little avatar. If I could filter by author and date, I would stop keeping a separate spreadsheet of links.',
    insights: [
      {
        name: 'Wants to filter search by author and date',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['search'],
        tags: ['filters', 'research'],
        confidence: 0.93,
        quote: 'If I could filter by author and date, I would stop keeping a separate spreadsheet of links.',
      },
    ],
  },
  {
    source: 'survey',
    contact: 11,
    daysAgo: 17,
    content:
      'Quick find with Ctrl+K is the best part of the product. Two letters and I am where I want to be, every single time.',
    insights: [
      {
        name: 'Quick find gets people to a page in two letters',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['search'],
        tags: ['quick find', 'keyboard'],
        confidence: 0.9,
        quote: 'Two letters and I am where I want to be, every single time.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 2,
    daysAgo: 32,
    language: 'de',
    content:
      'Guten Tag, bei zusammengesetzten Wörtern findet die Suche leider nichts. Wer „Rechnung“ eingibt, bekommt die Seite „Eingangsrechnungen“ nicht angezeigt. Im Deutschen ist das wirklich ein Problem.',
    insights: [
      {
        name: 'German compound words are not found by their parts',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['search'],
        tags: ['german', 'results'],
        confidence: 0.92,
        quote: 'bei zusammengesetzten Wörtern findet die Suche leider nichts',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 3,
    daysAgo: 36,
    title: 'Search is slow in our workspace',
    content:
      'We passed 40,000 pages last month and since then search takes six to seven seconds before the first result appears. Our operators use it during outages, seven seconds is an eternity there. Is there an index setting on our side?',
    insights: [
      {
        name: 'Search takes seven seconds in a 40,000-page workspace',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['search'],
        tags: ['speed', 'large workspace'],
        confidence: 0.96,
        quote: 'search takes six to seven seconds before the first result appears',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 13,
    daysAgo: 45,
    title: 'Good app, odd search',
    content:
      'Love it for lecture notes. One thing: search on the phone does not find words in my handwritten notes even though the desktop does. Would be five stars.',
    insights: [
      {
        name: 'Phone search skips handwriting that the desktop finds',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['search', 'mobile'],
        tags: ['handwriting'],
        confidence: 0.88,
        quote: 'search on the phone does not find words in my handwritten notes even though the desktop does',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 6,
    daysAgo: 52,
    content:
      'Is there a way to save a search? Every Monday I look for all pages tagged "release" that changed in the last week and I build that filter from scratch each time.',
    insights: [
      {
        name: 'Wants to save a search and run it again',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['search'],
        tags: ['saved search', 'filters'],
        confidence: 0.94,
        quote: 'I build that filter from scratch each time',
      },
    ],
  },
  {
    source: 'survey',
    contact: 1,
    daysAgo: 78,
    content:
      'Search results show only the title. With eleven pages called "Minutes" I have to open each one to see which meeting it was.',
    insights: [
      {
        name: 'Results show titles only, so equal titles look the same',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['search'],
        tags: ['results'],
        confidence: 0.92,
        quote: 'With eleven pages called "Minutes" I have to open each one to see which meeting it was.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 7,
    daysAgo: 104,
    content:
      'small thing but the search box forgets what I typed as soon as I open a result and go back. I retype the same words maybe ten times a day',
    insights: [
      {
        name: 'Search forgets the words after opening a result',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['search'],
        tags: ['navigation'],
        confidence: 0.89,
        quote: 'the search box forgets what I typed as soon as I open a result and go back',
      },
    ],
  },
  {
    source: 'interview',
    contact: 3,
    daysAgo: 151,
    title: 'Quarterly call, Meridian Grid',
    content:
      "Callum: The new search is faster than the old one, no question. People noticed by themselves. What I'm missing is a way to see what our staff search for and don't find. That list would tell me which runbooks we still have to write.",
    insights: [
      {
        name: 'Staff noticed the faster search on their own',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['search'],
        tags: ['speed'],
        confidence: 0.85,
        quote: 'The new search is faster than the old one, no question.',
      },
      {
        name: 'Wants a report of searches without results',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['search'],
        tags: ['reporting', 'admin'],
        confidence: 0.87,
        quote: "a way to see what our staff search for and don't find",
      },
    ],
  },
]
