// Loaded into every app before its own code: the channel to `npm start` breaks when that is killed.
process.channel?.unref()
process.on('disconnect', () => process.exit(1))
