import { expect, test } from 'vitest'
import { claimsIn, numberIn } from './find-claims.ts'

/** Sentences that need a proof, one a line. */
const claims = `
Join 10,000+ students
Trusted by 3,750 learners across India
2250+ active students
Over 1 lakh people watch our reels
1.5 lakh+ creators learn here
More than 5000 happy customers
Rated by 12k followers
1500+ success stories
Students from 100+ countries
20+ brands work with us
Downloaded by 2 million users
We trained 800 women in Pune
Get 10k followers with these reels
10 crore views on our reels
60+ placements last year
Loved by 500 families
4.8/5 rating
Rated 4.9 by students
4.7 stars on Google
A rating of 5 from every student
4.5 out of 5
★★★★★ from every student
A 5-star rated course
Earn ₹50,000 a month from home
Earn up to Rs. 2 lakh per month
Make ₹5,000 a day
Our students earn 40k each month
An income of ₹1 crore in a year
Get a salary of 12 LPA
Packages up to 25 LPA
₹30,000 income in the first month
Get a job in 90 days
Become rich in 30 days
Get paid clients within 2 weeks
Profit of ₹10,000 in a week
95% of our students pass
100% placement
90% success
100% job for all
Grow 300% faster
98% of learners recommend it
200% growth in followers
100% refund if you do not like it
30-day money-back guarantee
Money back within 7 days
Guaranteed job after the course
We guarantee results
Income guaranteed
Your success is guaranteed.
Assured placement
Risk-free for 30 days
A sure-shot way to pass
Full refund, no questions
Job assurance program
India's best course on reels
The best course for beginners
Best video editing bundle
Best reels for tailors
One of the best
We are the best
Our teachers are the best in India
Best in class templates
The best-selling bundle
Bestseller
Best price in the market
The best way to learn editing
Learn from the best teachers
Best quality templates
Top-rated bundle
Learn from top experts
Top institute of Maharashtra
India’s No. 1 academy
The No. 1 course on editing
#1 platform for creators
Number one choice of shop owners
We are number one
India's largest course bundle
The world's first Hindi script vault
India’s only course on catalogues
The largest bundle in India
Award-winning teacher
The most trusted academy
Lowest price
World-class training
The leading academy for tailors
India's most loved course
Unbeatable offer
10 years of experience
15+ years experience in weddings
Experience of 12 years
Taught by a tailor with 20 years' experience
5+ yrs expertise
10,000+ छात्र जुड़ चुके हैं
५०००+ विद्यार्थी
1 लाख से अधिक लोग सीख चुके हैं
2 करोड़ लोग देख चुके हैं
500 से ज़्यादा छात्रों ने यह कोर्स किया
100+ देशों में
हर महीने ₹50,000 कमाएँ
घर बैठे महीने के 30 हज़ार कमाई
₹20,000 की आमदनी
30 दिन में नौकरी
100% नौकरी की गारंटी
पैसे वापस करने की गारंटी
पक्की नौकरी
95% छात्र पास हुए
10 साल का अनुभव
भारत का सबसे अच्छा कोर्स
सबसे भरोसेमंद अकादमी
सर्वश्रेष्ठ शिक्षक
भारत का नंबर 1 कोर्स
नंबर वन प्लेटफ़ॉर्म
बेस्ट कोर्स हिंदी में
टॉप टीचर से सीखें
सबसे सस्ता बंडल
रेटिंग 4.8
4.9 की रेटिंग
2000+ विद्यार्थी शिकले
1 लाख लोकांनी पाहिले
800 विद्यार्थ्यांनी हा कोर्स केला
महिन्याला ₹40,000 कमवा
दर महिन्याला 50 हजार कमाई
100% नोकरीची हमी
पैसे परत मिळण्याची हमी
हमखास नोकरी
पक्की नोकरी
90% विद्यार्थी उत्तीर्ण
15 वर्षांचा अनुभव
महाराष्ट्रातील सर्वोत्तम कोर्स
सर्वात चांगला कोर्स
सर्वात मोठी अकॅडमी
सर्वोत्कृष्ट शिक्षक
क्रमांक 1 अकॅडमी
बेस्ट कोर्स मराठीत
सर्वात स्वस्त बंडल
सर्वात विश्वासू
`

/** Sentences that need none. */
const plain = `
30 lessons
12 hours of video
Day 1
Day 1: set up your phone
Lesson No. 1
Module #1
Mistake #1 is bad light
The number one mistake of beginners
Hack #1: light from the side
₹499
Price ₹1,999 only
Pay ₹499 once, no subscription
Was ₹2,999, now ₹999
₹200 off for your first order
50% off until Sunday
Flat 20% discount with WELCOME10
GST of 18% is added
18% GST
Call +91 98200 98200
WhatsApp 9820098200
Write to hello@example.in
Since 2019
Updated in November 2026
Access for 1 year
Lifetime access
Valid for 365 days
Best practices for reels
A folder of best practices
The best time to post
Best settings for low light
Find the best angle for your shop
Do your best
All the best
Best of luck
Best wishes for Diwali
Works best with headphones
Bring your best friend
Best before the exam
At the top of the screen
Press the button on top
Works on a phone or laptop
Stop the clip here
Top 10 mistakes in editing
Top tips for shop owners
Start from the top
A batch of 30 students
For groups of 5 people
Up to 20 learners in a live lesson
For 2 people at one table
You need 1 phone and 2 lamps
Shoot 15 clips in 1 evening
7 days a week
Learn in 30 days
A plan for 30 days
21-day plan
4 weeks, 3 lessons a week
100 templates
200+ reels, ready to post
1,500 captions in Hindi
50+ ready-made posts
365 ideas for posts
10 GB of clips
Export at 1080p and 30 fps
Set the zoom to 150%
Reduce the opacity to 50%
Crop to 9:16
Lower the volume by 20%
Save at 80% quality
100% online
100% practical
100% in Hindi
Part 2/5
Lesson 4/5
Step 1 of 5
Rate us after the course
Your students can rate each lesson
Reviews of students who bought the course
What a rating means for your shop
How students pay in parts
Who is this for?
For students, homemakers and shop owners
For anyone with a phone
Made for Indian learners and sold in rupees
Open to all students
How to find your first client
How to earn from reels
Ways to make money with templates
Learn how creators earn
Set a price for your work
What to charge for a wedding film
How to write an invoice for ₹5,000
Keep ₹500 aside for lamps
An account at a bank
No experience needed
Share your experience
5 years old phones work, too
For children of 8 years
10th and 12th pass
We do not guarantee any income
There is no guarantee of results
Nobody can guarantee a job
Results are not guaranteed
This is not a guarantee
Rest assured, it is simple
Insured parcels
A refund takes 5 to 7 days
Ask for a refund from your orders
Refunds go back to your card
How to answer a refund request
Take risk in small steps
First lesson is free
The first of three parts
The only thing you need is a phone
The largest file is 2 GB
The biggest mistake in lighting
The fastest way to cut is by keys
The cheapest lamp will do
Lead your team
Leading lines in a photo
A leading question
Most shops post too late
Most people stop after a week
Popular songs
World map in the background
The country side in winter
India in 30 pictures
Made in India
Learn about the market in Pune
Class 10 maths
No. 12, MG Road, Pune
Shop No. 1, MG Road
You pass with 70% right
Students finish 20% of the course first
GST on top of the price
Can I get my money back?
Is there a guarantee?
Which course is the best for me?
No matching order
Flat 4, House No. 1
Open from 10 am to 6 pm
On 15 August
In 2027
2 crore rows in a sheet
Type 10k to mean 10,000
1 lakh is 100,000
Use 2 fonts and 3 colours
Five stars on the flag
A star-shaped frame
Award certificates to your team
Trust your eyes
Success comes with practice
Results depend on your work
Growth takes time
Your placement on the page
Job titles in a CV
A second income is no secret
Value each frame
Quality before quantity
An offer for a friend
Free updates for 1 year
Download 12 files
3 bonuses inside
Includes 2 live lessons
8 chapters, 40 videos, 3 quizzes
Question 1 of 10
Invoice number 1001
Order SH-2026-01001
PIN 411001
Version 2.0
4.5 hours of video
4.8 MB
24/7 access
A-Z of editing
The 80/20 rule
Use the 3-2-1 rule
30 लेसन
दिन 1
₹499 में
कीमत ₹1,999
50% छूट
18% GST अलग
30 दिन का प्लान
1 साल का एक्सेस
मोबाइल नंबर 9820098200
100 टेम्पलेट
हिंदी में 12 घंटे के वीडियो
आय की कोई गारंटी नहीं
हम नौकरी की गारंटी नहीं देते
सबसे अच्छा समय कौन सा है
बेस्ट प्रैक्टिस
शुभकामनाएँ
अनुभव की ज़रूरत नहीं
घर बैठे सीखें
पैसे कमाने के तरीके
दुकान नंबर 1
छात्रों के लिए
30 धडे
दिवस 1
₹499 मध्ये
किंमत ₹1,999
50% सूट
30 दिवसांचा प्लॅन
1 वर्षाचा ॲक्सेस
100 टेम्प्लेट
उत्पन्नाची हमी नाही
सर्वात चांगली वेळ कोणती
अनुभवाची गरज नाही
घरबसल्या शिका
विद्यार्थ्यांसाठी
पैसे मिळवण्याचे मार्ग
शुभेच्छा
`

const linesIn = (text: string) => text.trim().split('\n')

test('the corpus has at least 200 sentences, in three languages', () => {
  expect(linesIn(claims).length + linesIn(plain).length).toBeGreaterThan(300)
  expect(new Set([...linesIn(claims), ...linesIn(plain)]).size).toBe(linesIn(claims).length + linesIn(plain).length)
})

test('every claim of the corpus is found', () => {
  expect(linesIn(claims).filter((line) => claimsIn(line).length === 0)).toEqual([])
})

test('no other sentence of the corpus counts as one', () => {
  expect(linesIn(plain).flatMap((line) => claimsIn(line).map(({ kind }) => `${kind}: ${line}`))).toEqual([])
})

test('a claim is a whole sentence, without the marks of its line', () => {
  const text =
    '✓ Reels on **your** phone. *Join 10,000+ students!* Start today.\n## India’s No. 1 academy\nNo. 12, MG Road'
  expect(claimsIn(text)).toEqual([
    { words: 'Join 10,000+ students!', kind: 'number' },
    { words: 'India’s No. 1 academy', kind: 'best' },
  ])
  expect(claimsIn('Rs. 500 a month is the rent. We pay Mr. Rao.')).toEqual([])
})

test.each([
  ['Join 3,750+ students', 3750],
  ['1.5 lakh creators', 150_000],
  ['2 करोड़ लोग', 20_000_000],
  ['५०० विद्यार्थी', 500],
  ['10k followers and 20 reels', 10_000],
  ['4.8 of 5', 5],
  ['many', 0],
])('the greatest number of %j is %d', (words, number) => {
  expect(numberIn(words)).toBe(number)
})

test('a long text is read in time', () => {
  const text = `${'a '.repeat(20_000)}\n${'9'.repeat(20_000)}\n${'best '.repeat(8_000)}\n${'₹ earn '.repeat(6_000)}`
  const started = performance.now()
  claimsIn(text)
  expect(performance.now() - started).toBeLessThan(1_000)
})
