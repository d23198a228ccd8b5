import { topic } from './topic.ts'

export const pricing = [
  topic({
    about: 'pricing',
    key: 'increase',
    mood: 'angry',
    weight: 6,
    curve: 'falling',
    says: `
    The price [went up by 40 percent|nearly doubled|went from 8 to 12] [at renewal|with one week's notice], [without a word|and nobody told us].
    A price increase of that size is [unacceptable|hard to explain to my boss|too much for a small company].
    We are [leaving|looking at alternatives] because of the new prices.
    [Twelve|Fourteen] euros per seat for a notes app is [too expensive|more than we can pay].`,
    adds: `
    We have been customers for <years> years.
    Loyal customers pay the bill.`,
  }),
  topic({
    about: 'pricing',
    key: 'seats',
    mood: 'angry',
    weight: 4,
    curve: 'falling',
    says: `
    We pay full seats for people who [only read|open one page a month|comment twice a year].
    Please offer [a cheaper seat for readers|free viewers|seats for occasional users].
    We were charged for [guests|people who left], removing them [did not lower the bill|took three mails].`,
    adds: `
    Half of our seats are readers.
    That alone would keep us.`,
    sources: ['zendesk', 'intercom', 'survey', 'slack'],
  }),
  topic({
    about: 'pricing',
    key: 'free',
    mood: 'angry',
    weight: 3,
    curve: 'falling',
    says: `
    The free plan now ends at [fifty pages|three devices|100 MB], [that is not enough for a semester|I hit it after two weeks].
    [I liked the free plan|The free plan was great] until [the limit on uploads|the new limits].
    Asking for a subscription to [use a second device|export my own notes] is [greedy|a shame].`,
    adds: `
    I am a student and cannot pay.
    There goes my recommendation.`,
    sources: ['app_store', 'app_store', 'survey'],
  }),
  topic({
    about: 'pricing',
    key: 'invoice',
    mood: 'plain',
    weight: 3,
    curve: 'steady',
    says: `
    Where can I [download|find] [last year's invoices|the invoice for <month>]?
    We need [our tax number|a purchase order number] on the invoice.
    Can we pay by [bank transfer|invoice once a year] instead of by card?
    How do we change the [billing address|payment card]?`,
    adds: `
    Our accounts department sends it back otherwise.
    It is for our books.`,
    sources: ['zendesk', 'intercom'],
  }),
  topic({
    about: 'pricing',
    key: 'education',
    mood: 'asks',
    weight: 2,
    curve: 'burst',
    says: `
    Is there [a discount for schools|an education price|a plan for non-profits]?
    The education discount [is not applied|disappeared from our bill] since [the new plans|September].
    A plan for [whole classes|a faculty] would [bring you many users|let us use it in every course].`,
    adds: `
    We have <n> pupils.
    Our budget is decided in <month>.`,
  }),
  topic({
    about: 'pricing',
    key: 'praise',
    mood: 'likes',
    weight: 1,
    curve: 'steady',
    says: `
    Fair price for what it does, [we save a second tool|cheaper than what we had].
    Good that you honoured the old price for another year, [that was decent|we stay].`,
    adds: `
    Renewed without a discussion this time.`,
  }),
]
