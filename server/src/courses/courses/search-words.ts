/**
 * Synonyms of buyers: English, Hindi, and Hindi in Latin letters. Each finds the others. Spellings that differ by a
 * letter or two need no entry.
 */
export const sameWords: readonly (readonly string[])[] = [
  ['instagram', 'insta', 'ig', 'इंस्टाग्राम', 'इंस्टा'],
  ['youtube', 'yt', 'यूट्यूब'],
  ['facebook', 'fb', 'फेसबुक'],
  ['whatsapp', 'व्हाट्सएप', 'व्हाट्सऐप'],
  ['telegram', 'टेलीग्राम'],
  ['twitter', 'ट्विटर'],
  ['reel', 'रील', 'रील्स'],
  ['shorts', 'शॉर्ट्स'],
  ['video', 'vdo', 'वीडियो', 'विडियो'],
  ['edit', 'editing', 'editor', 'sampadan', 'एडिटिंग', 'एडिट', 'संपादन'],
  ['photo', 'picture', 'image', 'pic', 'tasveer', 'फोटो', 'तस्वीर', 'चित्र'],
  ['phone', 'mobile', 'smartphone', 'मोबाइल', 'फोन'],
  [
    'money',
    'earn',
    'income',
    'paisa',
    'paise',
    'kamai',
    'kamao',
    'kamana',
    'kamaye',
    'kamaen',
    'पैसा',
    'पैसे',
    'कमाई',
    'कमाना',
    'कमाएं',
  ],
  ['learn', 'lesson', 'seekho', 'seekhe', 'sikho', 'sikhe', 'seekhna', 'सीखो', 'सीखें', 'सीखना'],
  ['business', 'shop', 'store', 'dukan', 'dukaan', 'dhandha', 'vyapar', 'बिजनेस', 'दुकान', 'व्यापार', 'धंधा'],
  ['sell', 'sale', 'seller', 'bechna', 'beche', 'bikri', 'बेचना', 'बेचें', 'बिक्री'],
  ['ads', 'advert', 'advertising', 'marketing', 'promotion', 'vigyapan', 'prachar', 'विज्ञापन', 'प्रचार', 'मार्केटिंग'],
  ['voice', 'awaaz', 'awaz', 'aawaz', 'आवाज'],
  ['script', 'स्क्रिप्ट'],
  ['hindi', 'हिंदी'],
  ['hinglish', 'हिंग्लिश'],
  ['design', 'डिजाइन'],
  ['thumbnail', 'थंबनेल'],
  ['channel', 'चैनल'],
  ['template', 'टेम्पलेट'],
  ['caption', 'कैप्शन'],
  ['follower', 'फॉलोअर'],
  ['grow', 'growth', 'badhao', 'badhaye', 'badhana', 'बढ़ाओ', 'बढ़ाएं', 'बढ़ाना'],
  ['home', 'ghar', 'घर'],
  ['camera', 'कैमरा'],
  ['music', 'gaana', 'gana', 'sangeet', 'गाना', 'संगीत'],
  ['social', 'सोशल'],
  ['free', 'muft', 'मुफ्त', 'फ्री'],
]

/** Question words without meaning in a search. */
export const fillers: readonly string[] = [
  ...['a', 'an', 'and', 'for', 'from', 'how', 'in', 'of', 'on', 'the', 'to', 'what', 'when', 'where', 'why', 'with'],
  ...['aur', 'ka', 'kaise', 'kare', 'karen', 'karna', 'ke', 'ki', 'ko', 'liye', 'me', 'mein', 'par', 'se', 'wala'],
  ...['और', 'का', 'की', 'के', 'को', 'कैसे', 'करें', 'करना', 'लिए', 'में', 'पर', 'से'],
]

/** Letters of Devanagari in buyers' Latin spelling; a consonant carries an `a` unless a sign follows. */
export const consonants: Readonly<Record<string, string>> = {
  ...{ क: 'k', ख: 'kh', ग: 'g', घ: 'gh', ङ: 'n', च: 'ch', छ: 'chh', ज: 'j', झ: 'jh', ञ: 'n' },
  ...{ ट: 't', ठ: 'th', ड: 'd', ढ: 'dh', ण: 'n', त: 't', थ: 'th', द: 'd', ध: 'dh', न: 'n' },
  ...{ प: 'p', फ: 'f', ब: 'b', भ: 'bh', म: 'm', य: 'y', र: 'r', ल: 'l', व: 'v' },
  ...{ श: 'sh', ष: 'sh', स: 's', ह: 'h', ळ: 'l' },
}
export const vowels: Readonly<Record<string, string>> = {
  ...{ अ: 'a', आ: 'a', इ: 'i', ई: 'i', उ: 'u', ऊ: 'u', ऋ: 'ri', ए: 'e', ऐ: 'ai', ओ: 'o', औ: 'au', ऍ: 'e', ऑ: 'o' },
}
export const vowelSigns: Readonly<Record<string, string>> = {
  ...{
    'ा': 'a',
    'ि': 'i',
    'ी': 'i',
    'ु': 'u',
    'ू': 'u',
    'ृ': 'ri',
    'े': 'e',
    'ै': 'ai',
    'ो': 'o',
    'ौ': 'au',
    'ॅ': 'e',
    'ॉ': 'o',
  },
  ...{ '्': '' },
}
