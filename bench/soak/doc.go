// Command soak puts servers under load and breaks things around them: clients that are wrong,
// slow, silent or gone, servers that are stopped or killed, a disk that is full. It counts what
// becomes of every request, and what the servers keep when all is over.
//
//	soak [-time DURATION] [-write FILE] [SCENARIO...]
//
// The servers are processes of their own, made with the library and reached over loopback. What
// must hold is checked: each request gets one answer or a closed connection, nothing that a server has
// acknowledged is lost, nothing is done twice, memory and goroutines return to where they
// began. If something does not hold, the exit status is 1.
//
// -time is for how long the load lasts; the other scenarios take their shares of it. -write puts the
// figures into a page of the documentation, between its marks. The tests run everything for about
// a second.
package main
