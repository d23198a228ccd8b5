import { topic } from './topic.ts'

/** Topics without an authored theme: the analysis finds them itself. */
export const general = [
  topic({
    about: 'general',
    key: 'support',
    mood: 'likes',
    weight: 5,
    curve: 'steady',
    says: `
    Support answered [within ten minutes|in an hour|on a Sunday], [friendly|by name] and with the right solution.
    [Great|Wonderful|Fast] customer support, [Maria|Devin|Ruth] stayed with me until it worked.
    The support team is [the best I have met|why we renewed].`,
    adds: `
    No ticket number, no waiting, just an answer.
    The last time I needed help it was the same.`,
  }),
  topic({
    about: 'general',
    key: 'dark',
    mood: 'asks',
    weight: 5,
    curve: 'steady',
    says: `
    Dark mode has [grey text on a grey background|too little contrast|links I cannot read].
    Please make dark mode [follow the system|switch on at sunset].
    In dark mode [tables have white borders|pictures with a white background glare|code blocks are unreadable].
    Text is too small and too light, I need [larger type|more contrast|a setting for the font size].`,
    adds: `
    I work at night and my eyes get tired.
    On the projector nobody can read it.`,
  }),
  topic({
    about: 'general',
    key: 'tasks',
    mood: 'asks',
    weight: 6,
    curve: 'rising',
    says: `
    I need [due dates|reminders|a due date with a reminder] on tasks.
    All my tasks [from every page|across pages] in one [list|overview] would be [perfect|a dream].
    [Recurring tasks|Tasks that repeat every week] are what I miss [most|every Monday].
    Please add a [board|kanban board|calendar view] for tasks.`,
    adds: `
    We use a second tool only for that.
    Then I could drop my other app.`,
  }),
  topic({
    about: 'general',
    key: 'outage',
    mood: 'angry',
    weight: 5,
    curve: 'burst',
    says: `
    The service was down [for two hours|all morning|during our board meeting] and the status page [said everything was fine|stayed green].
    [Could not log in|Nobody could sign in|Pages did not load] [on Tuesday|yesterday morning], [whole team blocked|forty people waiting].
    Third outage [this quarter|in a month], [we depend on this|that is not acceptable].`,
    adds: `
    We heard about it from our own customers.
    An honest status page would have spared us the calls.`,
    sources: ['zendesk', 'intercom', 'slack', 'survey'],
  }),
  topic({
    about: 'general',
    key: 'notify',
    mood: 'angry',
    weight: 5,
    curve: 'steady',
    says: `
    I get [far too many|forty] notification mails a day and cannot [turn off|choose] which ones.
    Notifications [come for every typo somebody corrects|tell me about pages I never opened].
    I missed a [mention|comment] because it was buried among [dozens of|useless] notifications.
    Let me [mute a page|follow a single page|get a daily digest] instead of a mail for every change.`,
    adds: `
    I filter them all to the bin now.
    A summary once a day would do.`,
  }),
  topic({
    about: 'general',
    key: 'plain',
    mood: 'plain',
    weight: 5,
    curve: 'steady',
    says: `
    We use it for [meeting notes|our handbook|lab notes|shift plans], mostly [on Mondays|in the morning|in the browser].
    [Does what it should|It is fine|It works for us], [no strong opinion|nothing to add].
    I was [told|asked] to use it at work and have [only opened it a few times|not tried much yet].`,
    adds: `
    Somebody else in my team uses it more.`,
    sources: ['survey', 'survey', 'app_store'],
  }),
  topic({
    about: 'general',
    key: 'spelling',
    mood: 'asks',
    weight: 4,
    curve: 'steady',
    says: `
    Spell check [ignores Norwegian|knows only English|marks every second German word].
    Please add [Spanish|Portuguese|Swedish] to the [spell checker|interface].
    I write in two languages and the spell checker [underlines half of the page|cannot switch by itself].`,
    adds: `
    I switched it off.
    We are a bilingual company.`,
  }),
]
