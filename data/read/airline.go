package read

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"gpcbench/data"
)

// The airline recipes prepare the flights of January to April 2008 (ASA Data
// Expo 2009) with eight inputs: the age of the aircraft in years, month, day of
// the month, day of the week, departure and arrival time in minutes after
// midnight, air time in minutes, and distance in miles. The age is 2008 less the
// year that the table of planes has for the flight's tail number. Flights
// with a missing value, the plane's year among them, are left out.
//
//	airline-delay       hensman2015: +1 if the arrival is late, ArrDelay > 0, else -1
//	airline-villacampa  villacampa2017: late and early by more than 5 minutes, or on time
var airlineLabels = map[string]func(delay float64) string{
	"airline-delay": func(delay float64) string {
		if delay > 0 {
			return "+1"
		}
		return "-1"
	},
	"airline-villacampa": func(delay float64) string {
		switch {
		case delay > 5:
			return "late"
		case delay < -5:
			return "early"
		}
		return "on time"
	},
}

// airlineColumns are the columns of the flights' table that the recipes read.
var airlineColumns = []string{"Month", "DayofMonth", "DayOfWeek", "DepTime", "ArrTime", "AirTime", "Distance", "ArrDelay", "TailNum"}

// airlineAttributes are the names of the inputs.
var airlineAttributes = []string{"PlaneAge", "Month", "DayofMonth", "DayOfWeek", "DepTime", "ArrTime", "AirTime", "Distance"}

// airline reads flights and joins the planes' years to them.
type airline struct {
	*delimited
	label func(delay float64) string
	years map[string]float64 // by tail number
	at    []int              // place of each of airlineColumns
	row   Record
}

// newAirline returns the reader of flights, to which the table of planes in the file
// planes is joined.
func newAirline(flights *delimited, planes string, label func(delay float64) string) (Reader, error) {
	if planes == "" {
		flights.Close()
		return nil, flights.failAt(0, "there is no table of planes to join to the flights")
	}
	years, err := planeYears(planes)
	if err != nil {
		flights.Close()
		return nil, err
	}
	return &airline{delimited: flights, label: label, years: years}, nil
}

// Header finds the columns. The rows have names of their own.
func (a *airline) Header() ([]string, error) {
	names, err := a.delimited.Header()
	if err != nil {
		return nil, err
	}
	place := make(map[string]int, len(names))
	for i, name := range names {
		place[name] = i
	}
	for _, name := range airlineColumns {
		i, ok := place[name]
		if !ok {
			return nil, a.failAt(1, "there is no column %q", name)
		}
		a.at = append(a.at, i)
	}
	return airlineAttributes, nil
}

// Next returns the next flight with nothing missing.
func (a *airline) Next() (*Record, error) {
	for {
		rec, err := a.delimited.Next()
		if rec == nil || err != nil {
			return nil, err
		}
		year, known := a.years[string(rec.Fields[a.at[8]])]
		if !known {
			continue
		}
		a.row.Values = append(a.row.Values[:0], 2008-year)
		whole := true
		for i, column := range airlineColumns[:8] {
			field := rec.Fields[a.at[i]]
			v, ok := ParseNumber(field)
			if !ok && !bytes.Equal(field, []byte("NA")) && len(field) > 0 {
				return nil, &data.ContentError{File: a.name, Line: rec.Line, Column: column, Problem: fmt.Sprintf("%q is neither a number nor NA", field)}
			}
			whole = whole && ok && Finite(v)
			if column == "DepTime" || column == "ArrTime" {
				v = minutes(v)
			}
			a.row.Values = append(a.row.Values, v)
		}
		if !whole {
			continue
		}
		delay := a.row.Values[8]
		a.row.Values = a.row.Values[:8]
		a.row.Line, a.row.Label = rec.Line, append(a.row.Label[:0], a.label(delay)...)
		return &a.row, nil
	}
}

// minutes turns a time of day written hhmm into minutes after midnight.
func minutes(hhmm float64) float64 {
	hours := math.Floor(hhmm / 100)
	return hhmm - 40*hours
}

// planeYears reads the year of each plane by tail number; planes whose year is
// not a number from 1901 to 2008 are left out.
func planeYears(path string) (map[string]float64, error) {
	l, err := openLines(path, "", path)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	years := make(map[string]float64)
	for l.next() {
		tail, rest, _ := bytes.Cut(l.text, []byte{','})
		last := rest[bytes.LastIndexByte(rest, ',')+1:]
		if year, err := strconv.Atoi(string(trimBlanks(last))); err == nil && year >= 1901 && year <= 2008 {
			years[string(trimBlanks(tail))] = float64(year)
		}
	}
	return years, l.err()
}
