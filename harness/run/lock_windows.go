package run

// lockFlags are not needed here: each user has their own folder of temporary files.
const lockFlags = 0
