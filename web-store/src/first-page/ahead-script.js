// Stands in the documents of screens that the server draws for each student: asks for what this one shows first, and shows it while the
// scripts are on the way. On a wide window they are soon there, and draw by themselves. `entry-client.tsx` takes the answers. What is kept is
// read as `stores/` does.
;(() => {
  const LATEST_MS = 8000
  const WIDE = '(min-width:1024px)'
  try {
    const area = sessionStorage.getItem('read_only_view') === '1' ? sessionStorage : localStorage
    const token = area.getItem('access_token')
    const ended = area.getItem('session_only') && !document.cookie.includes('browser_open=1')
    if (belowFloor || !token || !area.getItem('user') || ended) return
    const authorization = `${area.getItem('token_type') || 'bearer'} ${token}`
    const language = document.documentElement.lang.slice(0, 2)
    const headers = language === 'en' ? { authorization } : { authorization, 'x-language': language }
    // Who looks on as a student has a banner above the screen, which nobody draws.
    const draws = area === localStorage && !matchMedia(WIDE).matches
    const at = encodeURIComponent(location.pathname + location.search)
    const whole = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
    const show = ({ answers, title, styles, body }) => {
      const root = document.getElementById('root')
      if (body && !root.firstElementChild) {
        document.title = title
        document.head.insertAdjacentHTML('beforeend', styles)
        root.innerHTML = body
      }
      return answers
    }
    const read = (response) => response.ok && response.json().then((screen) => whole.then(() => show(screen)))
    const answered = fetch(`/screen?at=${at}${draws ? '&draw=1' : ''}`, { headers }).then(read)
    const late = new Promise((resolve) => setTimeout(resolve, LATEST_MS))
    const answers = Promise.race([answered, late]).catch(() => undefined)
    window.screenAhead = { authorization, answers, shown: draws ? answers : undefined }
  } catch (_) {}
})()
