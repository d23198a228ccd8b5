import { type Labelled, lines } from './forms.ts'

/* Templates of feedback on business software, written for this purpose. */

export const productSentences: readonly Labelled[] = [
  ...lines(
    'bug',
    'NEGATIVE',
    `
    [Contacts|Orders|Invoices] [vanish|disappear|go missing] after [the nightly import|an upload|I merge two accounts].
    The [report|chart|dashboard] shows [wrong totals|last week's figures|zero for every region].
    [Saving|Submitting] the form [does nothing|returns an error|takes me back to an empty form].
    [Mails|Reminders|Alerts] [never arrive|arrive twice|go to people who left].
    The [upload|download|video call] [stops at 99 percent|breaks off|fails without a message].
    My [settings|filters|draft] [are gone|were reset|are lost] [after every update|when I sign in again].
    The [calendar|time sheet] is [an hour off|a day late] [since the clocks changed|for everybody in Lisbon].
    [Drag and drop|The date picker|Copy] [stopped working|does not work] in [Safari|the newest Firefox].
    We lost [three orders|a day of data|all attachments] because the [sync|import|backup] [dropped them|failed silently].
    The page [stays blank|loads forever|freezes] when I [open a large account|filter by owner|scroll down].
    Customers [are charged twice|get the wrong invoice|cannot pay] since [Tuesday|the release].
    [Logging in|The login] [loops|fails] [for half of our users|with the new identity provider].
    The [scanner|printer|label] integration [disconnects|crashes] several times a day.
    [Deleted|Archived] records [come back|still show up] in the list.
    The [app|desktop client] [crashes|quits|hangs] as soon as I [attach a file|plug in a second screen].
    [Push messages|Webhooks|Delivery notices] [never arrive|come hours late|come twice].
    [Everything I typed|My last entry|The whole form] was [overwritten|gone|replaced by an old version] after [reconnecting|the refresh].
    [An hour|A morning] of [edits|entries] [was lost|vanished] when [the connection dropped|two people saved].
    [The file|The list] is cut off after [two hundred rows|the first page].
    [Accents|Special characters] [turn into question marks|break the export].
    In the [printed|generated|mailed] [quote|report] the [logo|second column|signature] is [missing|cut off|blank].
    [Moving|Copying|Migrating] from [our old system|another account] [lost|dropped|scrambled] the [comments|dates|pictures].
    [Former employees|A supplier we removed|Outsiders] [can still open|can see|have access to] [our files|every project|the price list].
    [Nobody|Half of us] could [sign in|log in|get in] [on Monday|this morning], [the whole office was blocked|two hundred people waiting].
    My [entries|notes|changes] from [the trip|yesterday] are [nowhere to be found|not there any more|gone].
    [Duplicates|Old copies|Empty rows] [pile up|keep appearing|multiply] in [the list|our folder|every view].
    [Undo|The back button|Search] [does nothing|jumps somewhere else|ignores half of the records].
    The [bot|assistant|forecast] [makes things up|mixes up two customers|quotes a figure that does not exist].
    A [customer|partner|guest] we [removed|deleted|blocked] [in May|yesterday] can still [read|open|download] [our files|old orders].
    [Inviting|Adding] somebody to [one folder|one file] [gave them|gives them] [access to everything|the whole account].
    [The calendar|The embed|The widget] [shows an old status|forgets the time zone|misses every second entry].
    The [newest|right] version [is on the third page of results|never comes up|is below archived copies].
    [Alerts|Messages] [come|arrive] [hours late|for things nobody follows|twice].
    [Searching|Scrolling|Opening a list] [has become|got] [painfully slow|very slow] [since we imported our data|with more than a thousand rows].
    [Pasting|Copying] [from mail|a list] [brings empty lines|loses the numbering|changes the font].
    The [spinner|progress bar] [turns forever|has been at zero for an hour] and nothing [arrives|happens].`,
  ),
  ...lines(
    'feature',
    'NEUTRAL',
    `
    [We need|Please add|We would like] [an approval step|custom roles|a second currency|bulk delete] [for larger teams|before we can roll it out].
    [Invoices|Reports|Exports] should [carry our logo|be sent by mail every Monday|include the customer number].
    Could we [assign several owners|lock a record|copy a workflow] [to one account|in one step]?
    Is there a way to [undo a merge|schedule a message|hide a column for guests]?
    It would help to [see who changed a price|filter by city|group tasks by customer].
    Let [managers|admins|clients] [approve from their phone|see only their region|export on their own].
    [A connector|An integration] for [our ERP|our phone system|the tax office] is what we miss.
    The [mobile app|portal] should [work offline|remember my last filter|support two accounts].
    I would like to [set a default owner|pin a record|write formulas in a field].
    [Can you support|Please support] [passkeys|single sign-on|right-to-left languages]?
    [An overview|A list] of all [orders|visits|open items] would be [perfect|great|a dream].
    I would [use it more|trust it more] if it [named its source|showed who said so].
    What we miss is [a test environment|version history|a calendar view].
    [Allow|Offer] [yearly billing|more than five guests|larger uploads] [on the small plan|for schools].
    An option to [mute one project|skip weekends|merge duplicates] would be [welcome|useful].`,
  ),
  ...lines(
    'feature',
    'NEUTRAL',
    `
    [Dates|Totals|Names] should [link to the record|update by themselves|be in our language].
    [Scheduled exports|Folders|Saved views|Read-only seats] [would do|are what we miss|please].
    [Can|Could] [a ticket|an order|a note] become [a task|an invoice] [with one click|in our tracker]?
    [Show|Keep|Send] [me|us] [both versions|a weekly digest|who changed what].
    [Offer|Give us] [a cheaper plan for viewers|single sign-on for everyone|a discount for schools].
    [Links|Invitations|Tokens] should [expire after a week|ask for a password|be limited to our domain].
    [Reports|Answers|Entries] should [name their source|show who wrote them|keep the formatting].
    [A preview|A test run|A template] would [have helped|help us start|make it easier].
    [Read|Search|Index] [the files we attach|scanned pages|our archive] as well.
    I would [trust|use] [the forecast|the bot] more if it [showed its sources|linked the record|quoted the contract].
    [Our|The] [API|portal|export] has no [endpoint|option|field] for [permissions|comments|tax numbers].
    [Limit|Narrow|Restrict] [a filter|the view|access] to [one team|a single project|this quarter].
    [Make|Let us make|We want to make] our own [forms|layouts|labels].
    [Two-factor login|An audit log|A second approver] [for everybody|before the audit|by autumn].
    [Start|Create] [the minutes from the calendar|an order from a mail|a task from a comment].
    We want to [decide|choose|pick] [which folders are kept offline|what guests see|who gets the mail].`,
  ),
  ...lines(
    'feature',
    'NEGATIVE',
    `
    Without [an audit trail|roles|a data export] we [cannot use it|will have to leave].
    There is [still no|no] way to [search attachments|edit a sent quote|reopen a ticket], [after two years of asking|which costs us hours].
    It is a shame that [you cannot print a list|there is no dark mode|only admins can export].`,
  ),
  ...lines(
    'usability',
    'NEGATIVE',
    `
    [Nobody finds|I never find|New people do not find] the [export button|settings|archive], it is [behind three menus|under a grey icon].
    The [pipeline|permission|billing] page is [so crowded|so confusing] that [we wrote our own guide|people give up].
    I have to [click six times|open four windows] to [log one call|change one price].
    The difference between [close and archive|owner and assignee|draft and pending] is [not clear|lost on everybody here].
    The [font|text|contrast] is too [small|weak] to read [on a laptop|in daylight].
    [Tables|Forms|Charts] are [unreadable|impossible to use] on a [phone|small screen].
    The wording of the [error|dialog|permissions] [leaves me guessing|means nothing to my team].
    It is [easy to|far too easy to] [delete the wrong row|send a draft by accident|overwrite somebody's entry].
    The [sidebar|table header] [jumps|collapses] while I [scroll|type], so I [lose my place|hit the wrong entry].`,
  ),
  ...lines(
    'other',
    'NEGATIVE',
    `
    [Support|Your sales team] [has not answered for a week|closed my ticket without a word|keeps sending me in circles].
    The [price|subscription|renewal] [went up by half|is out of proportion|is more than we can pay].
    [We are leaving|We will cancel|I am moving on] [at the end of the month|after four years].
    It was [down|unreachable] [all morning|during our sale|for the third time this month].
    [Another|A second|Yet another] outage [this month|within a week], [we cannot work like this|nobody told us].
    The [free plan|small plan] now ends at [three users|one gigabyte|fifty records], [I hit it in a week|and we are stuck].
    [An increase|A price rise] like that is [hard to explain|difficult to defend|hard to swallow] [internally|to our director].
    We [fixed it by hand|typed everything again] for [three days|a week].
    [Typing|Opening a record|The first load] takes [several seconds|half a minute].
    The phone [gets hot|is empty by noon] [because of your app|since the update].
    It has become [slow|sluggish|heavy] [over the last months|with every release].
    I [wasted|lost] [a whole day|three hours] on this.
    This [costs us customers|makes us look unprofessional|is not acceptable].
    We were [charged for people who left|billed twice and never refunded].
    I [do not trust|no longer trust] the numbers.
    An increase of [that size|a third] is [hard to explain|hard to justify|impossible to defend] to [my boss|our board].
    [Twelve|Thirty] [euros|dollars] a [seat|month] is [more than we pay for everything else|too much] for [a list tool|what it does].
    [Asking|Charging] [extra|a fee] for [a second device|the export] is [greedy|a shame|not fair].
    [Third|Second] [outage|downtime] this [quarter|month], we [depend on it|cannot plan around that].`,
  ),
  ...lines(
    'other',
    'POSITIVE',
    `
    [Support|Your team|Onboarding] was [quick|patient|outstanding], [thank you|I was impressed].
    It [saves us|saved me] [hours every week|a second hire|a lot of paper].
    The new [editor|dashboard|search] is [a delight|fast and clear|exactly what we hoped for].
    [We love|I love|Everybody here loves] the [shortcuts|weekly summary|mobile app].
    Best [tool|purchase|decision] we made [this year|in a long time].
    Everything [just works|is where I expect it], [well done|keep it up].
    It has never let us down in [two|five] years.
    [Setting it up|Moving over] was [painless|a matter of minutes].
    It [gets out of the way|stays out of my way], I [get more done|write more|forget it is there].
    [Sync|The import|Login] has been [rock solid|flawless] [since day one|for me].
    [Support|Ruth from support|Your engineer] [answered on a Sunday|stayed until it worked|had the right answer at once].
    Even my [least technical colleague|grandfather] [got it at once|found his way].
    The [summaries|reports|forecasts] are [spot on|so good that I stopped writing my own].
    [Clients|Our partners] [are impressed|like the new portal|keep asking what we use].`,
  ),
  ...lines(
    'other',
    'NEUTRAL',
    `
    We use it [for quotes|for shift planning|in accounting], [mostly in the morning|about once a week].
    I [was asked to|had to] [try it|use it] at work.
    Where [can I find|do I see] [my invoices|the API key|our contract]?
    How do I [change the billing address|add a colleague|reset my password]?
    We have [forty|nine hundred] [users|customers|stores].
    Our [audit|budget round|training] is in [May|autumn].
    [I copy it by hand|We do that in a spreadsheet] [at the moment|today].
    We [use another program|keep a second list] for that.
    [Accounting|The tax office] sends it back otherwise.
    [Reinstalling|Clearing the cache] did not change anything.
    It happens in [both browsers|every office].
    I have [told|asked] [my manager|our IT department].
    It is for our [records|tax adviser].
    Nothing to add.
    We are [a bilingual company|a team of nine|a hospital] [in Ghent|with two sites].
    We use it for [minutes|stock lists|shift plans], mostly [in the browser|on Mondays|on tablets].
    [Half|Most] of [my team|our clients] [works from home|only uses the phone|still prints everything].
    [The auditors|Our lawyers|The board] [ask for this every year|only work in Word|meet in March].
    We [copy|keep|print] [an old page each time|a paper list|the numbers by hand] [for now|until then].
    [Which|What] [records|files] can [the assistant|a guest] [read|see], and [who else|where is it stored]?
    Is there [a price for schools|a plan for charities|a trial]?
    I write in [two languages|German and English].
    It [does what it should|is fine|does the job], [no strong opinion|nothing more to say].
    I was [searching for an article number|copying last month's sheet] [yesterday|this morning].`,
  ),
]
