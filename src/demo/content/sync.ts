import type { DemoItem } from './kinds.ts'

export const sync: readonly DemoItem[] = [
  {
    source: 'zendesk',
    contact: 1,
    daysAgo: 1,
    title: 'URGENT: lost a morning of edits',
    content:
      "I worked on the train without a connection from 7 to 9. When the laptop came back online the page jumped to yesterday's version and my two hours are gone. Version history has nothing between last night and now. Please tell me there is a copy somewhere.",
    insights: [
      {
        name: 'Two hours of offline edits vanished on reconnect',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['sync'],
        tags: ['data loss', 'offline'],
        confidence: 0.98,
        quote: "the page jumped to yesterday's version and my two hours are gone",
      },
    ],
  },
  {
    source: 'slack',
    contact: 6,
    daysAgo: 4,
    content:
      'we now have 14 pages called "Roadmap (conflict copy)". nobody dares to delete any of them because nobody knows which one is right. can it not just show me the two versions side by side?',
    insights: [
      {
        name: 'Conflict copies pile up and nobody dares delete them',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['sync'],
        tags: ['conflicts'],
        confidence: 0.94,
        quote: 'nobody dares to delete any of them because nobody knows which one is right',
      },
      {
        name: 'Wants conflicting versions shown side by side',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['sync'],
        tags: ['conflicts', 'compare'],
        confidence: 0.9,
        quote: 'can it not just show me the two versions side by side?',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 12,
    daysAgo: 7,
    title: 'Not really offline',
    content:
      'Says "available offline" with a green tick. On the plane half of my pages were a spinner. A green tick should mean the page is on my phone.',
    insights: [
      {
        name: 'Pages marked available offline do not open on a plane',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['sync', 'mobile'],
        tags: ['offline'],
        confidence: 0.95,
        quote: 'On the plane half of my pages were a spinner.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 4,
    daysAgo: 12,
    language: 'es',
    content:
      'Hola, en el taller la conexión es mala. Cada vez que vuelve el wifi aparecen copias en conflicto de la misma página, aunque la edito solo yo. ¿Hay alguna forma de evitarlo?',
    insights: [
      {
        name: 'Conflict copies appear although only one person edits',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['sync'],
        tags: ['conflicts', 'weak connection'],
        confidence: 0.93,
        quote: 'Cada vez que vuelve el wifi aparecen copias en conflicto de la misma página, aunque la edito solo yo.',
      },
    ],
  },
  {
    source: 'interview',
    contact: 0,
    daysAgo: 16,
    title: 'Site visit, Halvorsen Freight',
    content:
      'Priya: In the warehouse there is no signal at all, so the shift leads write on paper and type it up in the evening. If they could trust it offline, the paper would be gone. Today they do not trust it, because twice an entry was missing the next day.',
    insights: [
      {
        name: 'Warehouse leads fall back to paper without signal',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['sync'],
        tags: ['offline', 'field work'],
        confidence: 0.92,
        quote: 'the shift leads write on paper and type it up in the evening',
      },
      {
        name: 'Missing entries cost the trust of shift leads',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['sync'],
        tags: ['data loss', 'trust'],
        confidence: 0.86,
        quote: 'twice an entry was missing the next day',
      },
    ],
  },
  {
    source: 'survey',
    contact: 9,
    daysAgo: 20,
    language: 'de',
    content:
      'Im Computerraum fällt das Netz oft aus. Ich wünsche mir eine klare Anzeige, was schon gespeichert ist und was noch nicht. Die Schüler klicken sonst einfach zu.',
    insights: [
      {
        name: 'Wants to see what is saved and what is not',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['sync'],
        tags: ['save status', 'classroom'],
        confidence: 0.9,
        quote: 'Ich wünsche mir eine klare Anzeige, was schon gespeichert ist und was noch nicht.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 7,
    daysAgo: 27,
    content:
      'edits from my desktop take about five minutes to reach the iPad since last week. it used to be instant. nurses read the old rota in the meantime',
    insights: [
      {
        name: 'Edits take five minutes to reach a second device',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['sync'],
        tags: ['delay', 'tablet'],
        confidence: 0.94,
        quote: 'edits from my desktop take about five minutes to reach the iPad since last week',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 8,
    daysAgo: 40,
    title: 'How do I force a sync?',
    content:
      'Before a lecture I want to be certain that my slides page is up to date on the lectern machine. I could not find any button to sync now, only an icon that may or may not turn. Is there one?',
    insights: [
      {
        name: 'Cannot find how to sync right now',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['sync'],
        tags: ['save status'],
        confidence: 0.88,
        quote: 'I could not find any button to sync now, only an icon that may or may not turn.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 11,
    daysAgo: 58,
    title: 'Syncs like magic',
    content:
      'I write on my phone on the bus and by the time I sit down at my desk it is there. Never had to think about it in two years.',
    insights: [
      {
        name: 'Sync between phone and desk needs no thought',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['sync'],
        tags: ['devices'],
        confidence: 0.91,
        quote: 'Never had to think about it in two years.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 3,
    daysAgo: 88,
    content:
      'Our field engineers would like to choose which folders stay on the device. Right now it is everything or nothing, and everything is 30 GB.',
    insights: [
      {
        name: 'Wants to choose which folders stay on the device',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['sync'],
        tags: ['offline', 'storage'],
        confidence: 0.93,
        quote: 'Right now it is everything or nothing, and everything is 30 GB.',
      },
    ],
  },
  {
    source: 'survey',
    contact: 13,
    daysAgo: 133,
    content:
      'Version history saved my thesis chapter when my brother closed the laptop mid-sync. Thank you, seriously.',
    insights: [
      {
        name: 'Version history rescued a thesis chapter',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['sync'],
        tags: ['version history'],
        confidence: 0.93,
        quote: 'Version history saved my thesis chapter when my brother closed the laptop mid-sync.',
      },
    ],
  },
]
