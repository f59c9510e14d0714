/**
 * A new shop says nothing until its owner does. A shop that was there before keeps the texts, figures, guarantee and
 * offers that it showed without a choice: they are written down beside its own changes. A choice of its owner counts as
 * decided. Placeholders such as "Founder name" are left out: no visitor may read one.
 */
const SHOWN = {
  brand: {
    logo_text: 'SkillHaat',
    line: 'हुनर का हाट',
    description:
      'Course bundles on social media and digital skills, made for Indian learners and sold in rupees. Pay once, start the same day.',
  },
  home: {
    headline: 'Grow online with\n*course bundles*\nmade for India',
    text: 'Ready-made reels, templates and step-by-step lessons on social media and digital skills. Pay once in rupees and start the same day.',
    steps_heading: 'From this page to your first post',
    steps: [
      {
        title: 'Pick a bundle',
        text: 'Add one or more to the cart and apply a promo code if you have one.',
      },
      {
        title: 'Pay in rupees',
        text: 'No account needed. We create it for you at checkout and log you in.',
      },
      {
        title: 'Start learning',
        text: 'Lessons and downloads open at once in your dashboard. Earn coins as you go.',
      },
    ],
    trust: ['Instant delivery on email', 'Pay once, no subscription', 'Learn on your phone'],
  },
  claims: {
    enrolled_students: '3750+',
    active_students: '2250+',
    expert_courses: '20+',
    success_stories: '1500+',
    countries: '100+',
  },
  testimonials: [
    {
      name: 'Aarohi',
      role: 'Homemaker and baker, Nashik',
      avatar: 'A',
      text: 'I post one reel a day from the bundle while the oven heats. My first cake order from a stranger came in the second week.',
      rating: 5,
      course_id: 'reels-growth-mega-bundle',
      course: 'Reels Growth Mega Bundle',
    },
    {
      name: 'Rohit',
      role: 'College student, Indore',
      avatar: 'R',
      text: 'I had never cut a video before. Four short lessons later I was editing my cousin’s wedding clips on my own phone.',
      rating: 5,
      course_id: 'phone-video-editing-masterclass',
      course: 'Phone Video Editing Masterclass',
    },
    {
      name: 'Meenal',
      role: 'Saree shop owner, Palghar',
      avatar: 'M',
      text: 'The catalogue lesson alone was worth it. Customers now ask by item number instead of asking for photos all evening.',
      rating: 4,
      course_id: 'sell-on-social-catalogue-to-cash',
      course: 'Sell on Social: Catalogue to Cash',
    },
    {
      name: 'Imran',
      role: 'Maths tutor, Lucknow',
      avatar: 'I',
      text: 'I open the script vault, change three words and record. Speaking to the camera is no longer the hard part of my day.',
      rating: 5,
      course_id: 'hindi-script-vault',
      course: 'Hindi Script Vault',
    },
  ],
  contact: {
    address: ['SkillHaat (demo address)', 'Palghar, Maharashtra', 'India'],
    phone: '+91 12345 67890',
    email: 'hello@skillhaat.example',
    hours: 'Monday to Saturday, 10 am to 6 pm IST',
  },
  about: {
    mission:
      'We want anyone with a phone to be able to learn a digital skill and use it the same week: to show their work, find customers nearby, or help a local business be seen.',
    paragraphs: [
      'SkillHaat began as a shared folder of reel ideas and editing notes. It grew into a small market of course bundles, each made to be finished in a few evenings on an ordinary phone.',
      'Every bundle has one fixed price in rupees, lessons you can return to, and files you can use at once. We say what is inside before you pay.',
    ],
    leadership: [],
  },
  guarantee: {
    days: 30,
  },
  switches: {
    countdown: true,
    next_price: true,
  },
}

export const up = `
update shop_settings set
  settled_steps = settled_steps || array(
    select step from (values ('guarantee', changes #> '{guarantee,days}'), ('urgency', changes -> 'switches')) as chosen (step, value)
    where value is not null and step <> all (settled_steps)
  ),
  changes = changes || (
    select jsonb_object_agg(name, case jsonb_typeof(shown) when 'object' then shown || coalesce(changes -> name, '{}') else coalesce(changes -> name, shown) end)
    from jsonb_each('${JSON.stringify(SHOWN)}') as shown_then (name, shown)
  )
where changes <> '{}' or exists (select from admins) or exists (select from users) or exists (select from courses);

update shop_settings set changes = jsonb_set(changes, '{about,leadership}', coalesce((
  select jsonb_agg(case when leader ->> 'line' like 'Demo text:%' then leader || '{"line": ""}' else leader end order by place)
  from jsonb_array_elements(changes #> '{about,leadership}') with ordinality as named (leader, place)
  where leader ->> 'name' not in ('Founder name', 'Technology partner name')
), '[]')) where changes -> 'home' is not null;

insert into policy_texts (kind, since, body)
  select 'guarantee', timestamptz '2000-01-01', '30' from shop_settings where changes -> 'home' is not null
  on conflict do nothing;
`

/** The earlier version has these texts as its defaults. */
export const down = `
delete from policy_texts where kind = 'guarantee' and since = timestamptz '2000-01-01';
`
