const key = 'parley.alerts'

/** Whether this person wants notifications, and the browser lets us show them. */
export const alertsAreOn = (): boolean =>
  'Notification' in window && localStorage.getItem(key) === 'on' && Notification.permission === 'granted'

export const setAlerts = (wanted: boolean): void => localStorage.setItem(key, wanted ? 'on' : 'off')
