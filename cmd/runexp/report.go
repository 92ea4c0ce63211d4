package main

import "context"

func (a *app) report(context.Context, arguments) error { return usagef("not yet") }
func (a *app) check(context.Context, arguments) error  { return usagef("not yet") }
