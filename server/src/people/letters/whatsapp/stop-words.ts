import { fold } from 'contract/fold'

/** Words and sentences that end messages, in the languages of India, in Latin letters too, and as labels of Meta's and of providers' buttons. */
const STOPS = [
  ...[
    'stop',
    'stop all',
    'stopall',
    'stop it',
    'stop this',
    'stop now',
    'stop messages',
    'stop message',
    'stop sending',
  ],
  ...[
    'stop sending messages',
    'stop messaging',
    'stop messaging me',
    'stop promotions',
    'stop promotion',
    'stop marketing',
  ],
  ...[
    'stop marketing messages',
    'stop offers',
    'stop updates',
    'stop whatsapp',
    'stop promotional messages',
    'stop spam',
  ],
  ...[
    'unsubscribe',
    'unsubscribe me',
    'unsub',
    'opt out',
    'optout',
    'opt me out',
    'cancel',
    'end',
    'quit',
    'remove me',
  ],
  ...[
    'remove my number',
    'no more messages',
    'no more',
    'do not message me',
    'dont message me',
    'do not send',
    'dont send',
  ],
  ...['do not send messages', 'dont send messages', 'do not contact me', 'not interested', 'block', 'leave me alone'],
  ...['बंद', 'बंद करें', 'बंद करो', 'बंद करिए', 'बंद कीजिए', 'बंद कर दो', 'बंद कर दें', 'संदेश बंद करें', 'मैसेज बंद करें', 'मैसेज बंद करो'],
  ...['मेसेज बंद करो', 'ऑफर बंद करें', 'प्रमोशन बंद करें', 'प्रचार बंद करें', 'रोकें', 'रोको', 'रोक दें', 'रोक दो', 'रुकें', 'रुको', 'स्टॉप'],
  ...[
    'मत भेजो',
    'मत भेजें',
    'मत भेजिए',
    'मैसेज मत भेजो',
    'मैसेज न भेजें',
    'सदस्यता समाप्त करें',
    'सदस्यता रद्द करें',
    'अनसब्सक्राइब',
    'हटाओ',
    'नहीं चाहिए',
  ],
  ...[
    'band',
    'band karo',
    'bandh karo',
    'band kar do',
    'band kare',
    'band karen',
    'message band karo',
    'mat bhejo',
    'msg mat bhejo',
  ],
  ...['message mat bhejo', 'roko', 'ruko', 'nahi chahiye', 'nako', 'pathvu naka', 'thambva', 'thamba'],
  ...[
    'थांबवा',
    'थांबा',
    'बंद करा',
    'संदेश बंद करा',
    'मेसेज बंद करा',
    'पाठवू नका',
    'मेसेज पाठवू नका',
    'नको',
    'सदस्यता रद्द करा',
    'जाहिराती थांबवा',
  ],
  ...['બંધ', 'બંધ કરો', 'રોકો', 'বন্ধ', 'বন্ধ করুন', 'বন্ধ করো', 'থামুন', 'ਬੰਦ', 'ਬੰਦ ਕਰੋ', 'ਰੋਕੋ', 'ବନ୍ଦ', 'ବନ୍ଦ କରନ୍ତୁ'],
  ...['நிறுத்து', 'நிறுத்தவும்', 'நிறுத்துங்கள்', 'ఆపు', 'ఆపండి', 'ఆపివేయండి', 'ನಿಲ್ಲಿಸಿ', 'ನಿಲ್ಲಿಸು', 'നിർത്തുക', 'നിർത്തൂ', 'বন্ধ কৰক'],
  ...['بند', 'بند کریں', 'بند کرو', 'روکیں', 'stop stop', 'stop stop stop'],
]

const POLITE = [
  'please',
  'pls',
  'plz',
  'kindly',
  'now',
  'sir',
  'madam',
  'thanks',
  'thank you',
  'कृपया',
  'कृपा करके',
  'प्लीज',
  'धन्यवाद',
]

/** Letters, marks and single spaces, in the shop's one spelling; an apostrophe joins its word. */
const bare = (words: string) =>
  fold(words)
    .replace(/['’ʼ]/gu, '')
    .replace(/[^\p{L}\p{M}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const stops = new Set(STOPS.map(bare))
const polite = POLITE.map(bare)

/** Returns true if the whole of what somebody wrote, or pressed, asks for no more messages. A sentence with a stop in it does not. */
export function isStop(words: string): boolean {
  let left = bare(words)
  for (const word of polite) {
    if (left.startsWith(`${word} `)) left = left.slice(word.length + 1)
    if (left.endsWith(` ${word}`)) left = left.slice(0, -word.length - 1)
  }
  return stops.has(left)
}
