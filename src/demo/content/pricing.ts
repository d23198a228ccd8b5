import type { DemoItem } from './kinds.ts'

export const pricing: readonly DemoItem[] = [
  {
    source: 'survey',
    contact: 7,
    daysAgo: 21,
    content: 'Price is fair now that guests are free. We were about to leave last year and I am glad we waited.',
    insights: [
      {
        name: 'Price feels fair since guests are free',
        sentiment: 'POSITIVE',
        category: 'GENERAL_FEEDBACK',
        themes: ['pricing'],
        tags: ['guests', 'retention'],
        confidence: 0.91,
        quote: 'Price is fair now that guests are free.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 4,
    daysAgo: 35,
    title: 'Charged for removed seats',
    content:
      'We went from nine to six people last quarter, and the invoice still says nine. Support says seats only go down at renewal. That should be written next to the button.',
    insights: [
      {
        name: 'Invoice still counts removed seats',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['pricing'],
        tags: ['invoices', 'seats'],
        confidence: 0.94,
        quote: 'We went from nine to six people last quarter, and the invoice still says nine.',
      },
      {
        name: 'Seat rules are not explained where seats are removed',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['pricing'],
        tags: ['seats', 'billing page'],
        confidence: 0.86,
        quote: 'That should be written next to the button.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 6,
    daysAgo: 39,
    content:
      'The jump from Team to Business is 2.4x for us and the only thing we need from it is the audit log. Could that be an add-on?',
    insights: [
      {
        name: 'Would buy the audit log as an add-on',
        sentiment: 'NEGATIVE',
        category: 'FEATURE_REQUESTS',
        themes: ['pricing'],
        tags: ['plans', 'audit log'],
        confidence: 0.93,
        quote: 'The jump from Team to Business is 2.4x for us and the only thing we need from it is the audit log.',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 11,
    daysAgo: 47,
    title: 'Free plan shrank',
    content:
      'From unlimited pages to 500 overnight. I have 740. They are readable but I cannot edit them anymore, my own shopping list included.',
    insights: [
      {
        name: 'Free plan limit locks existing pages',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['pricing'],
        tags: ['free plan', 'limits'],
        confidence: 0.96,
        quote: 'They are readable but I cannot edit them anymore, my own shopping list included.',
      },
    ],
  },
  {
    source: 'interview',
    contact: 1,
    daysAgo: 51,
    title: 'Renewal call, Brightwater Insurance',
    content:
      'Tom: I can defend the price. What I cannot defend is that I learn the renewal price two weeks before it is due. Our budget closes in October, so I need a number in September.',
    insights: [
      {
        name: 'Needs the renewal price before the budget closes',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['pricing'],
        tags: ['renewal', 'budget'],
        confidence: 0.94,
        quote: 'I learn the renewal price two weeks before it is due',
      },
    ],
  },
  {
    source: 'survey',
    contact: 12,
    daysAgo: 57,
    content: 'Too expensive for one person. I would pay half of it gladly and all of it never.',
    insights: [
      {
        name: 'Personal plan is too expensive for one person',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['pricing'],
        tags: ['personal plan'],
        confidence: 0.93,
        quote: 'I would pay half of it gladly and all of it never.',
      },
    ],
  },
  {
    source: 'zendesk',
    contact: 10,
    daysAgo: 79,
    language: 'es',
    title: 'Descuento para centros educativos',
    content:
      'Somos un instituto público y el descuento educativo solo aparece si se paga con tarjeta. Nosotros solo podemos pagar por transferencia. ¿Qué podemos hacer?',
    insights: [
      {
        name: 'Education discount needs a card that schools lack',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['pricing'],
        tags: ['education discount', 'payment'],
        confidence: 0.94,
        quote: 'el descuento educativo solo aparece si se paga con tarjeta',
      },
    ],
  },
  {
    source: 'app_store',
    contact: 13,
    daysAgo: 99,
    title: 'Student plan is the best deal',
    content:
      'Everything included until I graduate. My flat mates all switched. You will get your money from us later, promise.',
    insights: [
      {
        name: 'Student plan is praised as the best deal',
        sentiment: 'POSITIVE',
        category: 'DELIGHTS',
        themes: ['pricing'],
        tags: ['student plan'],
        confidence: 0.93,
        quote: 'Everything included until I graduate.',
      },
    ],
  },
  {
    source: 'intercom',
    contact: 5,
    daysAgo: 124,
    content:
      'I read the email about the new plans three times and still do not know which one we are on after the 1st. A simple table of old plan and new plan would do.',
    insights: [
      {
        name: 'Announcement leaves people unsure of their plan',
        sentiment: 'NEGATIVE',
        category: 'USABILITY_ISSUES',
        themes: ['pricing'],
        tags: ['announcement', 'plans'],
        confidence: 0.92,
        quote:
          'I read the email about the new plans three times and still do not know which one we are on after the 1st.',
      },
    ],
  },
  {
    source: 'slack',
    contact: 6,
    daysAgo: 128,
    content:
      'new pricing +40% for us. founder asked me to look at alternatives this week. not a threat, just telling you where we are',
    insights: [
      {
        name: 'Price rise makes a startup look at alternatives',
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        themes: ['pricing'],
        tags: ['price rise', 'churn risk'],
        confidence: 0.95,
        quote: 'founder asked me to look at alternatives this week',
      },
    ],
  },
]
