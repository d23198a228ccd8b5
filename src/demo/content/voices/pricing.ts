import { topic } from './topic.ts'

export const pricing = [
  topic(
    'pricing',
    'increase',
    'angry',
    6,
    'falling',
    `
    The price [went up by 40 percent|nearly doubled|went from 8 to 12] [at renewal|with one week's notice], [without a word|and nobody told us].
    A price increase of that size is [unacceptable|hard to explain to my boss|too much for a small company].
    We are [leaving|looking at alternatives] because of the new prices.
    [Twelve|Fourteen] euros per seat for a notes app is [too expensive|more than we can pay].`,
    `
    We have been customers for <years> years.
    Loyal customers pay the bill.`,
  ),
  topic(
    'pricing',
    'seats',
    'angry',
    4,
    'falling',
    `
    We pay full seats for people who [only read|open one page a month|comment twice a year].
    Please offer [a cheaper seat for readers|free viewers|seats for occasional users].
    We were charged for [guests|people who left], removing them [did not lower the bill|took three mails].`,
    `
    Half of our seats are readers.
    That alone would keep us.`,
    ['zendesk', 'intercom', 'survey', 'slack'],
  ),
  topic(
    'pricing',
    'free',
    'angry',
    3,
    'falling',
    `
    The free plan now ends at [fifty pages|three devices|100 MB], [that is not enough for a semester|I hit it after two weeks].
    [I liked the free plan|The free plan was great] until [the limit on uploads|the new limits].
    Asking for a subscription to [use a second device|export my own notes] is [greedy|a shame].`,
    `
    I am a student and cannot pay.
    There goes my recommendation.`,
    ['app_store', 'app_store', 'survey'],
  ),
  topic(
    'pricing',
    'invoice',
    'plain',
    3,
    'steady',
    `
    Where can I [download|find] [last year's invoices|the invoice for <month>]?
    We need [our tax number|a purchase order number] on the invoice.
    Can we pay by [bank transfer|invoice once a year] instead of by card?
    How do we change the [billing address|payment card]?`,
    `
    Our accounts department sends it back otherwise.
    It is for our books.`,
    ['zendesk', 'intercom'],
  ),
  topic(
    'pricing',
    'education',
    'asks',
    2,
    'burst',
    `
    Is there [a discount for schools|an education price|a plan for non-profits]?
    The education discount [is not applied|disappeared from our bill] since [the new plans|September].
    A plan for [whole classes|a faculty] would [bring you many users|let us use it in every course].`,
    `
    We have <n> pupils.
    Our budget is decided in <month>.`,
  ),
  topic(
    'pricing',
    'praise',
    'likes',
    1,
    'steady',
    `
    Fair price for what it does, [we save a second tool|cheaper than what we had].
    Good that you honoured the old price for another year, [that was decent|we stay].`,
    `
    Renewed without a discussion this time.`,
  ),
]
