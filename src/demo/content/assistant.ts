import type { DemoItem } from './kinds.ts'

export const assistant: readonly DemoItem[] = [
  {
    source: 'slack',
    contact: 6,
    daysAgo: 1,
    content:
      'ok the meeting summary thing is scary good. 50 minutes of rambling and it picked the three decisions we actually made. sold.',
    insights: [
      {
        name: 'Meeting summary picks out the real decisions',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['assistant'],
        tags: ['summaries', 'meetings'],
        confidence: 0.96,
        quote: '50 minutes of rambling and it picked the three decisions we actually made.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 1,
    daysAgo: 2,
    title: 'What does the assistant read?',
    content:
      'Our data protection officer asks which pages the assistant may read and where the text is processed. We cannot switch it on for claims handlers until we can exclude single folders. The help page only says "your content is safe", which does not help me in an audit.',
    insights: [
      {
        name: 'Needs to exclude folders from the assistant',
        sentiment: 'NEGATIVE',
        category: 'FEATURE_REQUESTS',
        themes: ['assistant', 'sharing'],
        tags: ['privacy', 'admin'],
        confidence: 0.95,
        quote: 'We cannot switch it on for claims handlers until we can exclude single folders.',
      },
      {
        name: 'Help page on assistant privacy is too vague to audit',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['assistant'],
        tags: ['privacy', 'documentation'],
        confidence: 0.88,
        quote: 'The help page only says "your content is safe", which does not help me in an audit.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 7,
    daysAgo: 5,
    content:
      'The assistant made up a dosage that was nowhere in our page. It looked completely plausible. For a clinic this is not a small thing, we switched it off the same afternoon.',
    insights: [
      {
        name: 'Assistant invented a dosage that no page contained',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['assistant'],
        tags: ['accuracy', 'trust'],
        confidence: 0.97,
        quote: 'The assistant made up a dosage that was nowhere in our page.',
      },
    ],
  },
  {
    source: 'survey',
    contact: 4,
    daysAgo: 8,
    language: 'es',
    content:
      'El asistente resume muy bien en inglés, pero en español mezcla los dos idiomas en la misma frase. Al final lo corrijo todo a mano.',
    insights: [
      {
        name: 'Spanish summaries mix two languages in one sentence',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['assistant'],
        tags: ['spanish', 'summaries'],
        confidence: 0.93,
        quote: 'en español mezcla los dos idiomas en la misma frase',
      },
    ],
  },
  {
    source: 'interview',
    contact: 5,
    daysAgo: 10,
    title: 'Beta call, Fernglow Robotics',
    content:
      "Yuki: I like that it drafts the weekly update from our page changes. I'd like it more if every sentence linked to the page it came from. Right now I have to check it sentence by sentence, and then I could have written it myself.",
    insights: [
      {
        name: 'Weekly update drafted from page changes is welcome',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['assistant'],
        tags: ['drafts'],
        confidence: 0.87,
        quote: 'I like that it drafts the weekly update from our page changes.',
      },
      {
        name: 'Wants every drafted sentence linked to its source',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['assistant'],
        tags: ['sources', 'trust'],
        confidence: 0.95,
        quote: "I'd like it more if every sentence linked to the page it came from.",
      },
    ],
  },
  {
    source: 'app_store',
    contact: 13,
    daysAgo: 14,
    title: 'Flashcards!!',
    content:
      'You can turn a lecture note into flashcards now and it does not skip the hard parts. Passed organic chemistry with it.',
    insights: [
      {
        name: 'Flashcards from lecture notes helped pass an exam',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['assistant'],
        tags: ['flashcards', 'studying'],
        confidence: 0.94,
        quote: 'You can turn a lecture note into flashcards now and it does not skip the hard parts.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 9,
    daysAgo: 19,
    language: 'de',
    content:
      'Wir dürfen den Assistenten an der Schule nur nutzen, wenn er sich für Schülerkonten abschalten lässt. Eine solche Einstellung habe ich leider nicht gefunden.',
    insights: [
      {
        name: 'School needs the assistant off for pupil accounts',
        sentiment: 'NEGATIVE',
        category: 'FEATURE_REQUESTS',
        themes: ['assistant'],
        tags: ['admin', 'privacy', 'pupils'],
        confidence: 0.94,
        quote: 'Wir dürfen den Assistenten an der Schule nur nutzen, wenn er sich für Schülerkonten abschalten lässt.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 3,
    daysAgo: 22,
    content:
      'the sparkle button sits exactly where "new line" used to be. half my team triggers the assistant by accident ten times a day. can it move? or be hidden?',
    insights: [
      {
        name: 'Assistant button is hit by accident all day',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['assistant', 'editor'],
        tags: ['layout'],
        confidence: 0.93,
        quote: 'half my team triggers the assistant by accident ten times a day',
      },
    ],
  },
  {
    source: 'survey',
    contact: 11,
    daysAgo: 26,
    content:
      'Not interested in the AI part, to be honest. I write to think. Fine if others like it, as long as it stays out of my way.',
    insights: [
      {
        name: 'Prefers to write without an assistant',
        sentiment: 'NEUTRAL',
        category: 'GENERAL_FEEDBACK',
        themes: ['assistant'],
        tags: ['habits'],
        confidence: 0.89,
        quote: 'I write to think.',
      },
    ],
  },
  {
    source: 'interview',
    contact: 2,
    daysAgo: 38,
    title: 'Beta call, Lindenhof Logistik',
    content:
      'Hannah: The action items are nearly right. It finds the task, but it assigns it to the last speaker instead of the person who said yes. My colleagues laughed at first, now they correct it.',
    insights: [
      {
        name: 'Action items go to the wrong person',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['assistant'],
        tags: ['action items', 'accuracy'],
        confidence: 0.94,
        quote: 'it assigns it to the last speaker instead of the person who said yes',
      },
    ],
  },
  {
    source: 'slack',
    contact: 6,
    daysAgo: 43,
    content:
      'got into the assistant beta today, first impression: fast, and it writes like us and not like a brochure. more when we have used it for a week',
    insights: [
      {
        name: 'First impression of the beta: fast and in our voice',
        sentiment: 'POSITIVE',
        category: 'GENERAL_FEEDBACK',
        themes: ['assistant'],
        tags: ['beta'],
        confidence: 0.82,
        quote: 'fast, and it writes like us and not like a brochure',
      },
    ],
  },
]
