/*
 * Reviews of an invented product, Turnstone, which plans the shifts of cafés, shops and clinics. Every sentence is
 * written by hand, with the stars its author would give; rows are composed of them.
 */

const swaps = `
2|Swapping a shift takes four taps and then nobody tells you whether the other person said yes.
2|I asked for a swap on Monday and my manager only saw it on Thursday, after the shift.
1|Two people ended up with the same Saturday shift after a swap went through twice.
3|Please let us offer a shift to the whole team at once instead of asking one colleague at a time.
2|The swap request just disappears if the other person does not answer within a day.
4|Swaps between our two shops work now, which saved me at least five calls last week.
3|I would like swaps between people with the same role to be approved automatically.
1|After a swap my hours were still counted for the old shift.
2|You cannot see who is free before you send a swap request, so you ask people who are already working.
5|Swapping shifts with a colleague is so much easier than our old paper sheet.
3|A reminder for open swap requests would help, our managers forget them.
2|Half of our swap requests are never answered because the button is hidden under three dots.`

const notifications = `
1|The notification about a changed shift arrived two hours after the shift had started.
2|I never get a push message when the schedule is published, I have to look for it myself.
1|Notifications stopped completely after the last update on my Pixel.
2|I get the same reminder three times, once as push, once as email and once as a text message.
3|Please add quiet hours, nobody wants a message about next week at 11 pm.
2|A shift of mine was moved and there was no alert at all.
4|The reminder one hour before a shift is great, I have not been late since.
3|I want to choose which notifications come as email and which as push.
1|Push notifications for open shifts come so late that the shift is always gone.
2|My phone shows a badge with 12 notifications that I cannot clear.
3|Managers should see who has read the message about a schedule change.`

const calendar = `
2|The calendar sync with Google shows every shift twice.
1|Shifts in Outlook are off by one hour since the clocks changed.
2|Calendar feed updates only once a day, so a change in the morning is missing until the evening.
4|Having my shifts in Apple Calendar next to my private appointments is wonderful.
3|I need the location of the shift in the calendar entry, not just the title.
1|Deleted shifts stay in my Google calendar forever.
3|Please support a sync with Outlook for the whole team, not only for one person.
2|After reconnecting the calendar all past shifts were added again.
2|The calendar link expires every month and I have to subscribe again.
5|Sync to my phone calendar worked on the first try.`

const clock = `
1|The time clock says I am too far away although I am standing at the counter.
2|Clocking in needs GPS, and in our basement kitchen there is no signal.
1|I was clocked out in the middle of my shift and lost three hours.
2|If you forget to clock out, only the owner can correct it, not the shift lead.
4|Clocking in with the tablet at the door is quick and everyone gets it.
2|The tablet for clocking in logs itself out every night.
3|Breaks should be clocked with one button, now it takes a trip to the menu.
1|The time clock rounds down to 15 minutes and that costs me money every day.
2|The geofence for the time clock is too small for a hospital site.
3|We would like to clock in by QR code instead of a PIN.
2|Time clock entries are shown in UTC for our shop in Denver.
1|My breaks were deducted twice on Friday by the time clock.`

const payroll = `
2|The payroll export has no column for overtime, so I add it by hand for 40 people.
1|Payroll export to ADP fails with an unknown error every second month.
3|Please add an export for DATEV, our accountant asks for it each month.
2|Holiday pay is missing in the payroll file.
4|The export to payroll saves our office a whole day per month.
2|Employee numbers lose their leading zeros in the payroll export.
1|The payroll totals do not match the hours that are shown in the report.
3|I wish the payroll export could be limited to one location.
2|Tips are not part of the payroll export and we have to merge two spreadsheets.
5|Approving hours and sending them to payroll in one step is brilliant.
2|Once a payroll period is locked you cannot correct a single entry.`

const crashes = `
1|The app crashes when I open the month view on my iPhone 12.
1|Since version 4.2 the app closes itself right after the start.
1|The Android app freezes when I scroll through the schedule of a large team.
2|Opening a shift shows a white screen until I restart the app.
1|It crashes every time I attach a photo to a shift note.
2|The app signs me out every morning and forgets my password.
1|The app hangs on the loading screen when the wifi of the shop is weak.
2|After the update the app drains my battery in half a day.
4|The last update fixed the crashes, it has been stable for two weeks.
1|Month view crashes on my tablet as soon as there are more than 30 people.
1|The app crashed while I was publishing the schedule and the draft was lost.`

const speed = `
2|Loading the week takes 20 seconds with 80 employees.
2|Dragging a shift is slow, it jumps back for a second before it stays.
1|The schedule is so slow on Sunday evening that I plan in a spreadsheet first.
2|Switching between locations takes forever.
4|The schedule opens much faster since spring.
2|Search for an employee is slow and hangs while typing.
2|Copying last week takes more than a minute for our clinic.
3|Reports for a whole year are slow to load, a month is fine.
1|The web page gets slower and slower until I reload it.`

const building = `
5|Building the week by dragging people into shifts is a joy.
5|I plan two shops in 30 minutes, before it was half a Sunday.
3|Please add templates per season, summer and winter are different for us.
2|There is no warning when I plan somebody for two places at once.
4|Copying last week and changing a few shifts is exactly how I work.
3|I want to see labor cost per day while I build the schedule.
2|I published the schedule by accident and there is no way to undo it.
2|Colors for roles cannot be changed, and I mix up kitchen and bar.
3|Let me lock a shift so that auto-fill does not move it.
2|Auto-fill gives the same people all the late shifts.
4|Auto-fill is a good start, I only move three or four shifts.
2|The print of the weekly schedule cuts off the names on the right.
3|A view of four weeks at once is missing for vacation planning.
1|Auto-fill ignores the rest time of 11 hours, which is illegal here.`

const availability = `
2|My availability is ignored, I am planned for Tuesdays although I have class.
3|Students need availability that repeats every second week.
2|Availability can only be set for whole days, not for hours.
4|Setting my availability once and being planned around it is fantastic.
2|Managers can override availability without the person being asked.
3|Please show how many people are available before I ask for a day off.
2|If I change my availability, shifts that are already planned are not flagged.
1|The availability I saved was empty again the next day.
3|I would like to set a maximum number of hours per week with my availability.
2|Nobody explains the difference between unavailable and prefer not.`

const vacation = `
2|A vacation request for two weeks has to be entered day by day.
2|The vacation balance is wrong after the new year.
3|I want to see the remaining vacation days of my team in one list.
1|My approved vacation was planned over and I had to find a replacement myself.
4|Requesting time off takes ten seconds and the answer comes the same day.
3|Half vacation days are missing.
2|Sick leave and vacation have the same color in the planner.
3|Please add public holidays per state, we have shops in three of them.
2|There is no way to cancel a vacation request that was already approved.
2|Vacation requests of former employees are still in the list.
1|The vacation balance counts public holidays as days off.`

const pricing = `
2|The price went up by 40 percent without a warning.
2|Paying per user is expensive for us because most of our people work one day a week.
1|The reports we need are only in the premium plan, which doubles the price.
3|A cheaper plan for small cafés under ten people would be fair.
4|Fair price for what it saves us in overtime.
2|We were billed for 14 people who left last year.
1|Canceling the subscription is only possible by phone.
3|Please offer yearly billing with an invoice.
2|The invoice does not show our VAT number.
2|Seasonal staff count as full users in the price.`

const support = `
5|Support answered in ten minutes and fixed our locations on the same day.
5|Maya from support stayed on the phone until our first schedule was out.
1|Support has not answered my ticket for nine days.
2|The chat only offers a robot that sends help articles.
4|Friendly support that knows how restaurants work.
1|Three different people from support gave me three different answers.
2|Phone support is only reachable in the morning, when our shop is full.
5|The onboarding call with support was worth every minute.
2|Help articles show an older version of the screens.
4|Support imported our employee list for us, free of charge.`

const reports = `
3|I need a report of overtime per employee and month.
2|The report of labor cost ignores the employer share.
2|Reports cannot be sorted, I export them to Excel every time.
3|Please send the weekly report by email to the owner.
4|The report that compares planned and worked hours is very useful.
2|Numbers in the report differ from the dashboard and nobody can say why.
3|A report by location and role would save me two hours a week.
1|The report of absences leaves out people who joined in this month.
2|Excel export of reports puts all dates as text.`

const permissions = `
2|Shift leads can see everyone's wages, which must not be.
3|Please add a role that may edit the schedule but not publish it.
2|An assistant manager needs access to two locations, but only one or all is possible.
1|A former employee could still open our schedule for two weeks.
3|I want to hide phone numbers of colleagues, not everyone likes to share them.
2|Only the account owner can invite people, so I do it for six shops.
3|Two-factor sign-in for managers would calm our IT department.
2|There is no log of who changed a shift.`

const ease = `
5|My team of students understood it in one day without training.
5|Everyone sees the schedule on the phone, no more photos of a paper on the wall.
5|Simple, clear, and it does what it should.
4|Good overview of the week at a glance.
5|The best tool we introduced in the shop this year.
4|Clean design, even my oldest colleague uses it.
5|New people are invited by text message and are ready in two minutes.
3|It is okay for a small team.
4|Does the job, would recommend it to other cafés.
5|I love that the whole team sees changes at once.
4|Easy to learn after the first week.
5|We stopped using the group chat for planning completely.`

const topics = [
  swaps,
  notifications,
  calendar,
  clock,
  payroll,
  crashes,
  speed,
  building,
  availability,
  vacation,
  pricing,
  support,
  reports,
  permissions,
  ease,
].map((text) =>
  text
    .trim()
    .split('\n')
    .map((line) => ({ stars: Number(line[0]), text: line.slice(2) })),
)

const firstNames =
  'Ana,Ben,Chloe,Dario,Elif,Finn,Grace,Hugo,Ines,Jonas,Kira,Liam,Mina,Noah,Olga,Pablo,Rosa,Sam,Tara,Uwe'
const lastNames = 'Alvarez,Brandt,Chen,Dubois,Eriksen,Fischer,Gupta,Hansen'
const companies = [
  'Café Morgenrot',
  'Blue Door Bakery',
  'Northgate Clinic',
  'Pine & Paper',
  'Luca’s Pizzeria',
  'Harbor Veterinary',
  'Corner Cycles',
  'Green Fork',
]
const plans = ['Starter', 'Team', 'Team', 'Premium']

export const reviewCount = 150
export const reviewColumns = ['Review ID', 'Posted on', 'Reviewer', 'Email', 'Company', 'Plan', 'Stars', 'Review']

export type Review = { id: string; stars: number; text: string; reviewer: string; company: string; postedOn: string }

/** Round robin over the topics, so that every topic has about ten rows; the rest become second sentences. */
const sentences = Array.from({ length: 14 }, (_, n) => topics.flatMap((topic) => topic[n] ?? [])).flat()

const dayMs = 86_400_000

/** One review a day, the latest on the day of `until`. */
export const shiftReviews = (until: Date): Review[] =>
  sentences.slice(0, reviewCount).map(({ stars, text }, n) => {
    const second = sentences[reviewCount + n]
    const firstName = firstNames.split(',')[n % 20]!
    const lastName = lastNames.split(',')[Math.floor(n / 3) % 8]!
    return {
      id: `TS-${1000 + n}`,
      stars: second ? Math.round((stars + second.stars) / 2) : stars,
      text: second ? `${text} ${second.text}` : text,
      reviewer: `${firstName} ${lastName}`,
      company: companies[(n * 5) % companies.length]!,
      postedOn: new Date(until.getTime() - (reviewCount - 1 - n) * dayMs).toISOString().slice(0, 10),
    }
  })

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
const emailOf = ({ reviewer }: Review) => `${reviewer.toLowerCase().replace(' ', '.')}@example.com`

export const toCsv = (reviews: readonly Review[]) =>
  [
    reviewColumns.join(','),
    ...reviews.map((review, n) =>
      [
        review.id,
        review.postedOn,
        review.reviewer,
        emailOf(review),
        review.company,
        plans[n % 4]!,
        String(review.stars),
        review.text,
      ]
        .map(quoted)
        .join(','),
    ),
  ].join('\n')
