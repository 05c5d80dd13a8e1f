// Runs in the page, before anything of it does: the browser's own clock says what was painted when.

const isThere = ({ selector, text = '' }) =>
  [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(text))

/** Called when the frame that is being made has been handed on. */
const afterPaint = (run) =>
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = run
    port2.postMessage(null)
  })

const watchDocument = (check) => {
  const observer = new MutationObserver(() => check(observer))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}

globalThis.parleyBench = {
  conversationsAt: new Promise((resolve) => {
    watchDocument((observer) => {
      if (!document.querySelector('a[href^="/inbox/"]')) return
      observer.disconnect()
      afterPaint(() => resolve(performance.now()))
    })
  }),

  firstPaint: () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,

  /** From the first event of what is done next until the sight is painted; without one, until the page has painted. */
  watch(sight) {
    let begunAt
    const begin = ({ timeStamp }) => {
      begunAt ??= timeStamp
    }
    for (const type of ['pointerdown', 'keydown', 'input']) addEventListener(type, begin, { capture: true, once: true })
    this.painted = new Promise((resolve) => {
      const finish = () => afterPaint(() => resolve(performance.now() - begunAt))
      if (!sight) return addEventListener('input', finish, { once: true })
      watchDocument((observer) => {
        if (begunAt === undefined || !isThere(sight)) return
        observer.disconnect()
        finish()
      })
    })
  },

  /** Scrolls the open conversation up to its first message and notes every frame on the way. */
  scrollToFirst(firstText, pixelsAFrame) {
    const log = document.querySelector('[role=log]')
    const frameMs = []
    const longTaskMs = []
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTaskMs.push(duration)
    })
    observer.observe({ entryTypes: ['longtask'] })
    const startedAt = performance.now()
    let before = startedAt
    return new Promise((resolve) => {
      const frame = () => {
        const now = performance.now()
        frameMs.push(now - before)
        before = now
        if (log.scrollTop <= 0 && log.textContent.includes(firstText)) {
          observer.disconnect()
          resolve({ seconds: (now - startedAt) / 1_000, frameMs, longTaskMs })
        } else {
          log.scrollTop -= pixelsAFrame
          requestAnimationFrame(frame)
        }
      }
      requestAnimationFrame(frame)
    })
  },
}
