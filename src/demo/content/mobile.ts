import type { DemoItem } from './kinds.ts'

export const mobile: readonly DemoItem[] = [
  {
    source: 'app_store',
    contact: 11,
    daysAgo: 0,
    title: 'Slow since 5.2',
    content:
      'Used to open in a second. Since the last update I stare at the logo for ten seconds before I can write anything. By then the thought is gone. Please bring the old version back.',
    insights: [
      {
        name: 'App takes ten seconds to start since 5.2',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['mobile'],
        tags: ['start time', '5.2'],
        confidence: 0.96,
        quote: 'Since the last update I stare at the logo for ten seconds before I can write anything.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 12,
    daysAgo: 3,
    title: 'Crashes when I add a photo',
    content:
      'Every time I attach a photo from the camera the app closes. From the gallery it works. Android 15, mid-range phone, reinstalled twice.',
    insights: [
      {
        name: 'Attaching a camera photo crashes the Android app',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['mobile'],
        tags: ['crash', 'android', 'photos'],
        confidence: 0.97,
        quote: 'Every time I attach a photo from the camera the app closes.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 6,
    daysAgo: 6,
    content:
      'Three people on my team have stopped using the phone app this month because of the start time. They send themselves a text message and paste it later. Just so you know what you are up against.',
    insights: [
      {
        name: 'Team abandons the phone app over start time',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['mobile'],
        tags: ['start time', 'workaround'],
        confidence: 0.93,
        quote: 'Three people on my team have stopped using the phone app this month because of the start time.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 13,
    daysAgo: 9,
    title: 'Keyboard covers the text',
    content:
      'On a small phone the keyboard hides the line I am typing in. I have to scroll after every return. Happens in long notes only.',
    insights: [
      {
        name: 'Keyboard hides the line being typed on small phones',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['mobile', 'editor'],
        tags: ['keyboard', 'layout'],
        confidence: 0.94,
        quote: 'the keyboard hides the line I am typing in',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 0,
    daysAgo: 13,
    title: 'Tables unreadable on phones',
    content:
      'Our drivers open the loading plan on their phones. A table with more than three columns is squeezed until each letter is on its own line. Could it scroll sideways instead?',
    insights: [
      {
        name: 'Wide tables are squeezed beyond reading on phones',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['mobile'],
        tags: ['tables', 'layout'],
        confidence: 0.95,
        quote: 'A table with more than three columns is squeezed until each letter is on its own line.',
      },
      {
        name: 'Wants tables to scroll sideways on phones',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['mobile'],
        tags: ['tables'],
        confidence: 0.85,
        quote: 'Could it scroll sideways instead?',
      },
    ],
  },
  {
    source: 'survey',
    contact: 7,
    daysAgo: 18,
    content:
      'A home screen widget for today’s page would change my mornings. I open the app forty times a day for the same list.',
    insights: [
      {
        name: 'Wants a home screen widget for today’s page',
        sentiment: 'NEUTRAL',
        category: 'FEATURE_REQUESTS',
        themes: ['mobile'],
        tags: ['widget'],
        confidence: 0.92,
        quote: 'A home screen widget for today’s page would change my mornings.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 10,
    daysAgo: 23,
    language: 'es',
    title: 'Se cierra sola',
    content:
      'Desde la última actualización la aplicación se cierra sola al abrir una página con muchas imágenes. Antes era mi favorita para preparar las clases.',
    insights: [
      {
        name: 'App closes on pages with many images',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['mobile'],
        tags: ['crash', 'images', '5.2'],
        confidence: 0.95,
        quote: 'la aplicación se cierra sola al abrir una página con muchas imágenes',
      },
    ],
  },
  {
    source: 'slack',
    contact: 5,
    daysAgo: 28,
    content:
      'battery: notes app is at 31% of my phone today and I wrote two lines. background refresh is off. something is spinning in there',
    insights: [
      {
        name: 'Phone app drains the battery in the background',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['mobile'],
        tags: ['battery'],
        confidence: 0.91,
        quote: 'notes app is at 31% of my phone today and I wrote two lines',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 12,
    daysAgo: 39,
    title: 'Finally a proper tablet layout',
    content:
      'Two columns on the tablet, pencil works, handwriting sits next to typed text. This is the note app I was waiting for.',
    insights: [
      {
        name: 'Two-column tablet layout with pencil wins praise',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['mobile'],
        tags: ['tablet', 'handwriting'],
        confidence: 0.94,
        quote: 'This is the note app I was waiting for.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 8,
    daysAgo: 55,
    content:
      'Voice notes stop recording when the screen locks. I lost the second half of a supervision meeting that way. Not a disaster, but I now use the recorder that came with the phone.',
    insights: [
      {
        name: 'Voice recording stops when the screen locks',
        sentiment: 'NEGATIVE',
        category: 'BUGS_AND_ERRORS',
        themes: ['mobile'],
        tags: ['voice notes'],
        confidence: 0.95,
        quote: 'Voice notes stop recording when the screen locks.',
      },
    ],
  },
  {
    source: 'survey',
    contact: 3,
    daysAgo: 97,
    content: 'The phone app does what it should. I read on it, I rarely write on it, and that suits me.',
    insights: [
      {
        name: 'Reads on the phone and rarely writes there',
        sentiment: 'NEUTRAL',
        category: 'GENERAL_FEEDBACK',
        themes: ['mobile'],
        tags: ['habits'],
        confidence: 0.8,
        quote: 'I read on it, I rarely write on it, and that suits me.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 11,
    daysAgo: 162,
    title: 'Simple and quick',
    content: 'Opens fast, writes fast, closes fast. I have tried six of these and kept this one.',
    insights: [
      {
        name: 'Phone app praised as fast before the update',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['mobile'],
        tags: ['start time'],
        confidence: 0.9,
        quote: 'Opens fast, writes fast, closes fast.',
      },
    ],
  },
]
